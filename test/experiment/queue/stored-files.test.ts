/** Folders that go from machine to machine by way of a store of objects. */
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { applyChanges, fileChanges, type SeenFiles } from '../../../src/experiment/queue/run-files.ts'
import {
  droppedObjects,
  fetchChanges,
  forgetScattered,
  storeChanges,
  type StoredFiles,
} from '../../../src/experiment/queue/stored-files.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { memoryObjects } from './memory-queue.ts'

const [record, model, manifest] = ['metrics.jsonl', 'checkpoints/1/policy', 'checkpoints/1/manifest.json']
const edit = fc.record({
  path: fc.constantFrom(record, model, manifest),
  how: fc.constantFrom('write', 'append', 'remove'),
  /* Whether the folder is stored then, and whether it is fetched. */
  stored: fc.boolean(),
  fetched: fc.boolean(),
})

async function contents(folder: string): Promise<readonly (string | null)[]> {
  return Promise.all([record, model, manifest].map(path => readFile(join(folder, path), 'utf8').catch(() => null)))
}

test('who fetches now and then has the folder as it was stored last, and objects that it has not are removed', async t => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 12 }), async edits => {
      const [here, there] = [await temporaryFolder(t), await temporaryFolder(t)]
      const [objects, seen]: [ReturnType<typeof memoryObjects>, SeenFiles] = [memoryObjects(), new Map()]
      let [stored, fetched]: [StoredFiles, StoredFiles] = [[], []]
      let wanted = await contents(here)
      for (const [index, { path, how, ...then }] of edits.entries()) {
        const file = join(here, path)
        await mkdir(dirname(file), { recursive: true })
        /* Of another length each time: times of files may be equal. */
        const text = `${'.'.repeat(index)}${index}\n`
        if (how === 'remove') await rm(file, { force: true })
        else await (how === 'write' ? writeFile(file, text) : appendFile(file, text))
        if (then.stored) {
          const after = await storeChanges(objects, 'run', stored, await fileChanges(here, seen))
          for (const object of droppedObjects(stored, after)) await objects.remove(object)
          stored = after
          wanted = await contents(here)
        }
        if (!then.fetched) continue
        const changes = await fetchChanges(objects, fetched, stored)
        if (changes === null) return false
        await applyChanges(there, changes)
        fetched = stored
        t.deepEqual(await contents(there), wanted)
      }
      const used = new Set(stored.flatMap(({ pieces }) => pieces.map(({ object }) => object)))
      t.deepEqual(objects.names(), [...used].sort())
      return true
    }),
    { numRuns: 40 },
  )
  t.pass()
})

test('a record that grows is stored by its ends, until these are many: then as a whole', async t => {
  const [folder, objects, seen]: [string, ReturnType<typeof memoryObjects>, SeenFiles] = [
    await temporaryFolder(t),
    memoryObjects(),
    new Map(),
  ]
  let stored: StoredFiles = []
  const pieces: number[] = []
  for (let line = 0; line < 40; line += 1) {
    await appendFile(join(folder, record), `${line}\n`)
    forgetScattered(stored, seen)
    stored = await storeChanges(objects, 'run', stored, await fileChanges(folder, seen))
    pieces.push(stored[0]?.pieces.length ?? 0)
  }
  t.deepEqual(pieces, [...Array.from({ length: 32 }, (_, index) => index + 1), 1, 2, 3, 4, 5, 6, 7, 8])
  const all = await fetchChanges(objects, [], stored)
  t.deepEqual(
    all?.changed.map(({ bytes }) => Buffer.from(bytes).toString()),
    [Array.from({ length: 40 }, (_, line) => `${line}\n`).join('')],
  )
  for (const name of objects.names()) await objects.remove(name)
  t.is(await fetchChanges(objects, [], stored), null)
})
