import { readdir, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { scorePrograms, type ProgramsEvent, type ScoreProgramsOptions } from '../../src/items/score-programs.ts'
import { outcomeNames } from '../../src/items/score.ts'
import { FailedError } from '../../src/runtime/errors/failed-error.ts'
import { tick } from '../../src/streams/tick.ts'
import type { Job, TestOutcome, TestResult } from '../../src/contracts/worlds/job.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { rlanythingLine } from './packed.ts'

/** Items with one test, a name that tells their place, and programs that say how they end. */
type Plan = readonly (readonly TestOutcome[])[]

/** Each program takes as many turns as its text is long: they end in another order than they begin in. */
async function pretend({ program }: Job): Promise<readonly TestResult[]> {
  for (let turn = 0; turn < program.length * 3; turn += 1) await Promise.resolve()
  return [{ outcome: program as TestOutcome, output: '', stderr: '' }]
}

interface Try extends Partial<Pick<ScoreProgramsOptions, 'run' | 'maxJobs' | 'signal'>> {
  readonly items: readonly string[]
  readonly programs: readonly unknown[]
}

async function scored(t: ExecutionContext, { items, programs, ...options }: Try): Promise<ProgramsEvent[]> {
  const folder = await temporaryFolder(t)
  const files = { items: join(folder, 'items'), programs: join(folder, 'programs') }
  await writeFile(files.items, items.join('\n'))
  await writeFile(files.programs, programs.map(each => JSON.stringify(each)).join('\n'))
  const events: ProgramsEvent[] = []
  const never = new AbortController().signal
  await scorePrograms({ run: pretend, maxJobs: 2, signal: never, ...files, ...options }, event => events.push(event))
  return events
}

const item = (id: string): string => rlanythingLine({ id, functionName: null, tests: [{ input: '1', output: '1' }] })
const plan = (outcomes: Plan): Try => ({
  items: outcomes.map((_, index) => item(`item ${index}`)),
  programs: outcomes.flatMap((all, index) => all.map(program => ({ question_id: `item ${index}`, program }))),
})

const plans: fc.Arbitrary<Plan> = fc
  .array(fc.array(fc.constantFrom(...outcomeNames), { maxLength: 4 }), { minLength: 1, maxLength: 5 })
  .filter(outcomes => outcomes.flat().length > 0)

test('items come in order with every program, however many are tried at a time', async t => {
  await fc.assert(
    fc.asyncProperty(plans, fc.integer({ min: 1, max: 6 }), async (outcomes, maxJobs) => {
      let underWay = 0
      let most = 0
      const run = async (job: Job): Promise<readonly TestResult[]> => {
        most = Math.max(most, (underWay += 1))
        const results = await pretend(job)
        underWay -= 1
        return results
      }
      const events = await scored(t, { ...plan(outcomes), run, maxJobs })
      t.deepEqual(
        events.flatMap(event =>
          event.kind === 'item'
            ? [event.item.programs.map(each => each.kind === 'scored' && (each.failure?.outcome ?? 'passed'))]
            : [],
        ),
        outcomes.map(all => [...all]),
      )
      t.true(most <= maxJobs)
      const total = outcomes.flat().length
      t.deepEqual(
        events.flatMap(event => (event.kind === 'progress' ? [[event.done, event.total]] : [])),
        Array.from({ length: total }, (_, index) => [index + 1, total]),
      )
      t.is(events.at(-1)?.kind, 'finished')
    }),
    { numRuns: 40 },
  )
})

test('what cannot be used is told of: items with their programs, programs, and programs of no item', async t => {
  const events = await scored(t, {
    items: [item('a'), '{"question_id":"b","test_input":[]}', item('c')],
    programs: [
      { question_id: 'a', program: 'passed' },
      { question_id: 'b', programs: ['passed', 'passed'] },
      { index: 1, program: 'passed' },
      { question_id: 'z', program: 'passed' },
      { question_id: 'a' },
    ],
  })
  t.deepEqual(
    events.flatMap(event =>
      event.kind === 'refused' ? [[event.refusal.file, event.refusal.where, event.refusal.id, event.programs]] : [],
    ),
    [
      ['programs', 'line 5', 'a', 0],
      ['items', 'line 2', 'b', 3],
    ],
  )
  t.deepEqual(
    events.flatMap(event => (event.kind === 'item' ? [[event.item.id, event.item.programs.length]] : [])),
    [
      ['a', 1],
      ['c', 0],
    ],
  )
  t.like(events.at(-1), {
    kind: 'finished',
    totals: { items: 1, programs: 1, solved: 1, passAt1: 1 },
    unused: [{ of: { id: 'z' }, programs: ['passed'] }],
  })
})

test('a sandbox that fails leaves a program without a score, and the others as they are', async t => {
  const run = (job: Job): Promise<readonly TestResult[]> =>
    job.program === 'memory' ? Promise.reject(new FailedError({ kind: 'stopped', actor: 'the sandbox' })) : pretend(job)
  const events = await scored(t, { ...plan([['passed', 'memory', 'wrong']]), run })
  t.deepEqual(
    events.flatMap(event => (event.kind === 'item' ? event.item.programs.map(({ kind }) => kind) : [])),
    ['scored', 'invalid', 'scored'],
  )
  t.like(events.at(-1), { totals: { programs: 2, solved: 1, invalid: 1, passAt1: 0.5 } })
})

test('any other fault is the end, and so are an order to stop and nothing to try', async t => {
  const broken = () => Promise.reject(new TypeError('a fault of ours'))
  await t.throwsAsync(scored(t, { ...plan([['passed']]), run: broken }), { instanceOf: TypeError })
  const stop = new AbortController()
  const stopping = (job: Job) => {
    stop.abort()
    return pretend(job)
  }
  const many = plan([['passed', 'passed', 'passed', 'passed']])
  await t.throwsAsync(scored(t, { ...many, run: stopping, signal: stop.signal }), { any: true, name: 'AbortError' })
  await t.throwsAsync(scored(t, { items: [item('a')], programs: [{ question_id: 'b', program: 'passed' }] }), {
    instanceOf: RangeError,
    message: /programs must have a program for an item of .*items, got none/,
  })
})

const openFiles = async (): Promise<readonly string[]> =>
  Promise.all((await readdir('/proc/self/fd')).map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => '')))

/* Elsewhere a process cannot look its open files up. */
const linux = process.platform === 'linux' ? test : test.skip

linux('an order to stop closes the file of items', async t => {
  const [folder, stop] = [await temporaryFolder(t), new AbortController()]
  const files = { items: join(folder, 'items'), programs: join(folder, 'programs') }
  const long = { id: 'long', functionName: null, tests: [{ input: '1'.repeat(1_000_000), output: '1' }] }
  await writeFile(files.items, `${item('a')}\n${rlanythingLine(long)}`)
  await writeFile(files.programs, JSON.stringify({ question_id: 'a', programs: ['passed', 'wrong', 'error'] }))
  const run = (job: Job) => {
    stop.abort()
    return pretend(job)
  }
  const stopped = scorePrograms({ ...files, run, maxJobs: 1, signal: stop.signal }, () => {})
  await t.throwsAsync(stopped, { any: true, name: 'AbortError' })
  for (let looks = 0; looks < 100 && (await openFiles()).includes(files.items); looks += 1) await tick()
  t.false((await openFiles()).includes(files.items))
})
