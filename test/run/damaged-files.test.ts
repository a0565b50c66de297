/** Damage of every kind to the files of a run: told or refused by its place, never a stack, never a report as if whole. */
import test from 'ava'
import fc from 'fast-check'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RunDirectoryError } from '../../src/run/directory/records/run-directory-error.ts'
import { writeReport } from '../../src/report/write-report.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { episodeOf, lineageFixture, metricsOf, summaryOf } from './report-fixture.ts'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { createRunDirectory } from '../../src/run/directory/run-directory.ts'
import { nth } from '../../src/math/nth.ts'

/** Iterations of the run; each has its files and lines, so that a hole is one. */
const iterations = 8

async function wholeRun(path: string): Promise<void> {
  const config = parseRunConfig({ iterations, tasks: { slots: 4, perIteration: 4 } })
  const run = await createRunDirectory(path, { versions: { node: '20.19.0' }, config, formulation: null })
  for (let n = 1; n <= iterations; n += 1) {
    await run.appendMetrics(metricsOf(n))
    await run.writeEpisodes(n, episodeOf(n, n > 4))
  }
  await run.appendLineage(lineageFixture)
  await run.writeSummary({ before: summaryOf(0), after: summaryOf(iterations) })
  await run.close()
}

type Damage = (text: string) => string | null

/** What may be left out: of a run before there were scores and kinds it was. */
const mayLack = ['kind', 'score']

/**
 * A leaf or branch of JSON, by a number that picks it, changed into something of another type, or taken out. Another
 * value of the same type cannot be told from what was written.
 */
function changedJson(value: unknown, pick: number, other: unknown): unknown {
  if (typeof value !== 'object' || value === null) {
    const same = typeof value === typeof other || (value === null && typeof other === 'number')
    return same ? [other] : other
  }
  const keys = Object.keys(value)
  if (keys.length === 0) return 7
  const key = nth(keys, pick % keys.length)
  const rest = Math.floor(pick / keys.length)
  const branch = (value as Record<string, unknown>)[key]
  if (Array.isArray(value))
    return value.map((each: unknown, at) => (String(at) === key ? changedJson(each, rest, other) : each))
  if (rest === 0 && typeof branch !== 'object' && !mayLack.includes(key) && 'iteration' in value) {
    const { [key]: _, ...without } = value as Record<string, unknown>
    return without
  }
  return { ...value, [key]: changedJson(branch, rest, other) }
}

const seeds = {
  line: fc.nat(1000),
  pick: fc.nat(1_000_000),
  other: fc.constantFrom<unknown>('x', true, [], { a: 1 }, -1.5),
}
const linesOf = (text: string): string[] => text.split('\n').slice(0, -1)
const joined = (lines: readonly string[]): string => lines.map(line => `${line}\n`).join('')

/** Of a file of lines; all that a hole, a slip or another hand may do to it. */
const lineDamage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record(seeds).map(({ line, pick, other }): Damage => text => {
    const lines = linesOf(text)
    const at = line % lines.length
    return joined(lines.with(at, JSON.stringify(changedJson(JSON.parse(nth(lines, at)), pick, other))))
  }),
  fc.nat(1000).map(
    (line): Damage =>
      text =>
        joined(linesOf(text).toSpliced(line % linesOf(text).length, 1)),
  ),
  fc.nat(1000).map((line): Damage => text => {
    const lines = linesOf(text)
    return joined(lines.toSpliced(line % lines.length, 0, nth(lines, line % lines.length)))
  }),
  fc.nat(1000).map(
    (line): Damage =>
      text =>
        joined(linesOf(text).with(line % linesOf(text).length, '{"iteration":')),
  ),
  fc.nat(1000).map(
    (line): Damage =>
      text =>
        joined(linesOf(text).with(line % linesOf(text).length, 'null')),
  ),
  fc.double({ min: 0.01, max: 0.99, noNaN: true }).map(
    (share): Damage =>
      text =>
        text.slice(0, Math.floor(text.length * share)),
  ),
  fc.constantFrom<Damage>(
    () => '',
    () => null,
    text => joined(linesOf(text).reverse()),
  ),
)

const jsonDamage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record(seeds).map(
    ({ pick, other }): Damage =>
      text =>
        JSON.stringify(changedJson(JSON.parse(text), pick, other)),
  ),
  fc.nat(100).map(
    (share): Damage =>
      text =>
        text.slice(0, Math.floor((text.length * share) / 102)),
  ),
  fc.constantFrom<Damage>(
    () => '',
    () => 'null',
    () => '[]',
    () => null,
  ),
)

/** A line of the lineage without what may be anything in it: the task, which is its world's, and texts for people. */
const withoutFree = (line: string): string => {
  try {
    const free = (key: string, value: unknown): unknown =>
      key === 'task' || (isText(value) && ['reason', 'edit', 'complaint', 'by'].includes(key)) ? '' : value
    return JSON.stringify(JSON.parse(line), free)
  } catch {
    return line
  }
}
const isText = (value: unknown): boolean => typeof value === 'string'

/**
 * Whether the damage can be noticed. Groups that were played, and decisions, are missed by nobody in the lineage; nor does
 * one more of them strike anybody, nor another task or wording.
 */
const isNoticeable = (file: string, original: string, text: string): boolean => {
  if (file !== 'tasks.jsonl') return true
  const [before, after] = [linesOf(original), linesOf(text)].map(lines => lines.map(withoutFree)) as [
    string[],
    string[],
  ]
  const [gone, added] = [before.filter(line => !after.includes(line)), after.filter(line => !before.includes(line))]
  return added.length > 0 || !gone.every(line => /"(measured|decided)"/.test(line))
}

/** What becomes of a report when one file of its run is damaged. */
async function reported(run: string, file: string, damage: Damage): Promise<string> {
  const original = await readFile(join(run, file), 'utf8')
  const text = damage(original)
  if (text === original || (text !== null && !isNoticeable(file, original, text))) return 'told'
  await (text === null ? rm(join(run, file)) : writeFile(join(run, file), text))
  const told: string[] = []
  try {
    const page = await readFile(await writeReport(run, gap => told.push(gap)), 'utf8')
    const inPage = told.every(gap => page.includes(gap.replaceAll("'", '&#39;')))
    return told.length > 0 && inPage ? 'told' : 'as if whole'
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const plain = error instanceof RunDirectoryError && message.includes(file) && message.length < 900
    return plain && !/TypeError|is not a function|Cannot read/.test(message) ? 'told' : `not plain: ${String(error)}`
  } finally {
    await writeFile(join(run, file), original)
  }
}

for (const [file, damage] of [
  ['metrics.jsonl', lineDamage],
  ['tasks.jsonl', lineDamage],
  ['summary.json', jsonDamage],
] as const) {
  test(`damage to ${file} is told or refused, by the file`, async t => {
    const run = join(await temporaryFolder(t), 'run')
    await wholeRun(run)
    t.is(await reported(run, 'config.json', text => text), 'told')
    await fc.assert(
      fc.asyncProperty(damage, async change => {
        t.is(await reported(run, file, change), 'told')
      }),
      { numRuns: 60 },
    )
  })
}

test('a lineage that has lost all but its roots is told of, unless the method draws tasks elsewhere', async t => {
  const run = join(await temporaryFolder(t), 'run')
  await wholeRun(run)
  const isRoot = (line: string) => line.includes('"rooted"')
  const rootsAlone: Damage = text => joined(linesOf(text).filter(isRoot))
  t.is(await reported(run, 'tasks.jsonl', rootsAlone), 'told')
  const config = await readFile(join(run, 'config.json'), 'utf8')
  await writeFile(join(run, 'config.json'), config.replace('"caveats"', '"drawsElsewhere": true, "caveats"'))
  t.is(await reported(run, 'tasks.jsonl', rootsAlone), 'as if whole')
})

test('a line of metrics is refused by its number, its key and its value', async t => {
  const run = join(await temporaryFolder(t), 'run')
  await wholeRun(run)
  const file = join(run, 'metrics.jsonl')
  const lines = linesOf(await readFile(file, 'utf8'))
  const third = JSON.parse(nth(lines, 2)) as { models: { policy: object } }
  const broken = { ...third, success: '0.4', models: { policy: { ...third.models.policy, loss: 'x'.repeat(500) } } }
  await writeFile(file, joined(lines.with(2, JSON.stringify(broken))))
  const { message } = await t.throwsAsync(writeReport(run), { instanceOf: RunDirectoryError })
  t.regex(message, /metrics\.jsonl, line 3 is damaged: success: expected number, got "0\.4"; models\.policy\.loss: .*…/)
})

test('holes are told in sentences, on the page as well, and the rest is drawn', async t => {
  const run = join(await temporaryFolder(t), 'run')
  await wholeRun(run)
  const gaps = async (): Promise<readonly string[]> => {
    const told: string[] = []
    const page = await readFile(await writeReport(run, gap => told.push(gap)), 'utf8')
    t.is(page.includes('<h2>Caveats</h2>'), told.length > 0)
    return told
  }
  t.deepEqual(await gaps(), [])
  const file = (name: string) => join(run, name)
  const lines = linesOf(await readFile(file('metrics.jsonl'), 'utf8'))
  await writeFile(file('metrics.jsonl'), joined(lines.filter((_, at) => at !== 1 && at !== 4 && at !== 5)))
  await rm(file('episodes/iteration-000008.parquet'))
  t.deepEqual(await gaps(), [
    'metrics.jsonl has no line of iterations 2, 5 to 6',
    'episodes has no file of iteration 8',
  ])
  await rm(file('metrics.jsonl'))
  await rm(file('summary.json'))
  await writeFile(file('tasks.jsonl'), '')
  t.deepEqual(await gaps(), [
    'metrics.jsonl has no line of iterations 1 to 6',
    'tasks.jsonl has 0 of the 4 tasks that the run began with',
    'summary.json is missing: where the run began is not known',
  ])
})
