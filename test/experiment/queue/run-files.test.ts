/** Files of a run on their way between machines. */
import { appendFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { applyChanges, fileChanges, type SeenFiles } from '../../../src/experiment/queue/run-files.ts'
import { requireShipped } from '../../../src/experiment/queue/require-shipped.ts'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const paths = [
  'metrics.jsonl',
  'checkpoints/step-000001/manifest.json',
  'checkpoints/step-000001/policy/a',
  'episodes/1',
]
const writes = fc.array(fc.tuple(fc.constantFrom(...paths), fc.option(fc.string({ maxLength: 9 }), { freq: 3 })), {
  maxLength: 6,
})

/** Everything below a folder; folders without files too. */
async function listed(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = entries
    .sort((a, b) => (join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1))
    .map(async entry => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(folder.length + 1), entry.isFile() ? await readFile(path, 'utf8') : 'folder'] as const
    })
  return Object.fromEntries(await Promise.all(found))
}

test('a copy that follows the changes of a folder is equal to it, and gets nothing twice', async t => {
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { maxLength: 4 }), async rounds => {
      const [folder, copy] = [join(await temporaryFolder(t), 'run'), join(await temporaryFolder(t), 'run')]
      for (const each of [folder, copy]) await mkdir(each)
      const seen: SeenFiles = new Map()
      for (const [round, round_] of rounds.entries()) {
        for (const [path, text] of round_) {
          const file = join(folder, path)
          if (text === null) {
            await rm(file, { force: true })
            continue
          }
          await mkdir(dirname(file), { recursive: true })
          /* Of another length in each round: times of files may be equal. */
          await writeFile(file, text.padEnd(10 + round))
        }
        await applyChanges(copy, await fileChanges(folder, seen))
        const here = Object.entries(await listed(folder)).filter(([, text]) => text !== 'folder')
        const there = Object.entries(await listed(copy)).filter(([, text]) => text !== 'folder')
        if (JSON.stringify(here) !== JSON.stringify(there)) return false
        const again = await fileChanges(folder, seen)
        if (again.changed.length + again.removed.length > 0) return false
      }
      return true
    }),
    { numRuns: 30 },
  )
  t.pass()
})

test('of a record that grows each byte goes once, and all of it again where it was made anew', async t => {
  const line = fc.record({ text: fc.string({ minLength: 1, maxLength: 9 }), anew: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 6 }), async lines => {
      const [folder, copy] = [await temporaryFolder(t), await temporaryFolder(t)]
      const [file, seen]: [string, SeenFiles] = [join(folder, 'metrics.jsonl'), new Map()]
      let wanted = ''
      for (const [round, { text, anew }] of lines.entries()) {
        /* Of another beginning in each round, and longer than before. */
        const added = `${round} ${text}\n`
        wanted = anew ? added.padEnd(Buffer.byteLength(wanted) + 1) : wanted + added
        await (anew ? writeFile(file, wanted) : appendFile(file, added))
        const changes = await fileChanges(folder, seen)
        t.deepEqual(
          changes.changed.map(({ bytes }) => Buffer.from(bytes).toString()),
          [anew ? wanted : added],
        )
        await applyChanges(copy, changes)
        t.is(await readFile(join(copy, 'metrics.jsonl'), 'utf8'), wanted)
      }
    }),
    { numRuns: 30 },
  )
  const copy = await temporaryFolder(t)
  await writeFile(join(copy, 'tasks.jsonl'), 'half')
  const more = { changed: [{ path: 'tasks.jsonl', bytes: new Uint8Array(1), from: 9 }], removed: [] }
  await t.throwsAsync(applyChanges(copy, more), { instanceOf: RangeError, message: /must have 9 bytes.*got 4$/ })
})

test('a checkpoint goes before the records, its manifest last; locks and unfinished files stay', async t => {
  const folder = await temporaryFolder(t)
  for (const path of [...paths, 'lock-7-abc', 'config.json.0123abcd.tmp']) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), path)
  }
  const { changed } = await fileChanges(folder, new Map())
  t.deepEqual(
    changed.map(({ path }) => path),
    ['checkpoints/step-000001/policy/a', 'checkpoints/step-000001/manifest.json', 'episodes/1', 'metrics.jsonl'],
  )
  const copy = await temporaryFolder(t)
  await applyChanges(copy, { changed, removed: [] })
  await applyChanges(copy, { changed: [], removed: changed.map(({ path }) => path) })
  t.deepEqual(await listed(copy), {})
  for (const path of ['../outside', '/outside', 'a/../../outside'])
    await t.throwsAsync(applyChanges(copy, { changed: [{ path, bytes: new Uint8Array(1) }], removed: [] }), {
      instanceOf: RangeError,
      message: `a file of a run must be in its folder, got ${path}`,
    })
})

test('while checkpoints come and go, files that stay are never told as removed', async t => {
  const [folder, seen]: [string, SeenFiles] = [await temporaryFolder(t), new Map()]
  await writeFile(join(folder, 'config.json'), '{}')
  let isLooking = true
  const comeAndGo = async (name: string): Promise<void> => {
    const below = join(folder, 'checkpoints', name)
    while (isLooking) {
      await mkdir(join(below, 'policy'), { recursive: true })
      await rm(below, { recursive: true })
    }
  }
  const changing = ['step-000001', 'step-000002.0123abcd.tmp'].map(comeAndGo)
  const removed: string[] = []
  for (let looks = 0; looks < 60; looks += 1) removed.push(...(await fileChanges(folder, seen)).removed)
  isLooking = false
  await Promise.all(changing)
  t.deepEqual(removed, [])
})

test('a worker makes no run whose code does not come with the package', t => {
  const config = parseRunConfig({ environment: { name: 'household' } })
  t.notThrows(() => requireShipped(config))
  const wanted = 'must come with this package where whole runs are on workers'
  t.throws(() => requireShipped({ ...config, environment: { ...config.environment, name: './world.js' } }), {
    message: new RegExp(`^environment.name ${wanted} .*, got ./world.js$`),
  })
  t.throws(() => requireShipped({ ...config, method: 'my/method' }), { message: new RegExp(`^method ${wanted}`) })
  const options = { judge: { file: '/somewhere/objective.mts' } }
  t.throws(() => requireShipped({ ...config, environment: { ...config.environment, options } }), {
    message: new RegExp(`^environment.options.judge.file ${wanted}`),
  })
})
