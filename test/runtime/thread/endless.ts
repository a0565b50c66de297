/** A system whose actor loops for ever making arrays: it tells the cause of the death, stops, and ends with its process. */
import { createSystem } from '../../../src/runtime/system.ts'
import type { Note } from '../actors/echo.ts'
import { firstDeath } from '../next-event.ts'
import { note } from '../note.ts'

const module = new URL('../actors/fragile.js', import.meta.url)
const system = await createSystem<Note, Note>({
  actors: [{ name: 'c', module, hangMs: 600, supervision: { kind: 'stop' } }],
})
system.send(note('c', 'loop that makes arrays'))
console.log((await firstDeath(system)).cause)
await system.stop()
