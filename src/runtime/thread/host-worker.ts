/** Entry of a worker thread: becomes the actor it is assigned. Whatever throws here ends the thread. */
import { parentPort, resourceLimits as given, workerData, type MessagePort } from 'node:worker_threads'
import { tick } from '../../streams/tick.ts'
import { fullness, heapLimits } from '../heap/limits.ts'
import { watchOwnHeap } from '../heap/watch-own.ts'
import type { Assignment, Report } from './assignment.ts'
import { awakeTime } from '../waiting/awake-time.ts'
import { now } from '../waiting/clock.ts'
import { serveControl } from './control.ts'
import { memoryNow, type Inspection } from '../deployment/inspection.ts'
import { host } from './host.ts'
import { sideThreadsBegunBy } from '../side-thread/start-side-thread.ts'
import { beat, introduce } from '../liveness/lease.ts'
import { noteMessage } from '../liveness/last-message.ts'
import { loadActor } from './load-actor.ts'
import { switchboard } from '../wires/switchboard.ts'

/* The only maker of this data is spawn.ts. */
const {
  name,
  module,
  options,
  control,
  ports,
  link,
  incarnation,
  clockMs,
  profile,
  beats,
  beatMs,
  checks,
  resourceLimits,
  last,
} = workerData as Assignment
const report = (what: Report, given: readonly MessagePort[] = []): void => parentPort?.postMessage(what, given)

introduce(beats)
setInterval(beat, beatMs, beats)
const limits = heapLimits(resourceLimits, given)
watchOwnHeap({ limits, checks, full: used => report({ kind: 'full', reason: fullness(used, limits) }) })
const scheduler = awakeTime()
const board = switchboard(name, link, { scheduler })
for (const [peer, port] of Object.entries(ports)) board.join(peer, port)
let tallies = (): Inspection['tallies'] => ({})
serveControl(
  {
    inspect: () => ({ name, links: board.counts(), memory: memoryNow(), tallies: tallies() }),
    /* Messages sent before the order to finish may come after it, on another port. */
    finish: () => void tick().then(board.end),
    join: board.join,
  },
  control,
)

sideThreadsBegunBy(order => report({ kind: 'side-thread', order }, [order.port, order.ended]))
const actor = await loadActor(module, options)
/* Imported late: not every runtime can make profiles. */
const endProfile = profile === null ? null : await (await import('./profile.ts')).startProfile(profile)
const hosted = host({
  actor,
  name,
  incarnation,
  scheduler,
  now: () => now() - clockMs,
  board,
  beats,
  /* Many messages of one frame may take long; who takes the next one is not blocked. */
  taken: message => {
    beat(beats)
    noteMessage(last, message)
  },
})
tallies = hosted.tallies
report({ kind: 'ready' })
await hosted.finished
await endProfile?.()
report({ kind: 'finished' })
