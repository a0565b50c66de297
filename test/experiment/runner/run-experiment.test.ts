import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { lastValueFrom, tap, toArray } from 'rxjs'
import { parseExperimentPlan, type ExperimentPlan } from '../../../src/experiment/plan/experiment-plan.ts'
import type { ExperimentEvent, ExperimentOptions } from '../../../src/experiment/runner/events.ts'
import { prepareExperiment } from '../../../src/experiment/runner/experiment-status.ts'
import { readExperiment } from '../../../src/experiment/runner/read-experiment.ts'
import { runExperiment } from '../../../src/experiment/runner/run-experiment.ts'
import { writeExperiment } from '../../../src/report/experiment/write-experiment.ts'
import { RunDirectoryError } from '../../../src/run/directory/records/run-directory-error.ts'
import { resumeRun } from '../../../src/run/resume.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { eventsOf as runEventsOf, remains } from '../../run/tiny-run.ts'
import { tinyPlan } from '../tiny-plan.ts'

const eventsOf = (
  options: ExperimentOptions,
  watch: (event: ExperimentEvent) => void = () => {},
): Promise<readonly ExperimentEvent[]> => lastValueFrom(runExperiment(options).pipe(tap(watch), toArray()))

const kinds = (events: readonly ExperimentEvent[]): readonly string[] =>
  events
    /* Tiny runs warn of answers that were cut off, and may train on nothing. */
    .filter(({ kind }) => kind !== 'progress' && kind !== 'warning')
    .map(event => ('job' in event ? `${event.kind} ${event.job.name}` : event.kind))

const states = async (options: ExperimentOptions): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries((await prepareExperiment(options)).status.runs.map(({ run, state }) => [run.name, state.kind]))

/** An experiment that was made once, for the tests that look at a finished one. */
async function made(t: ExecutionContext): Promise<{ plan: ExperimentPlan; directory: string }> {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'experiment')
  return { plan: await tinyPlan(folder), directory }
}

test.serial('runs are made side by side, kept, and never made twice; a subset is made alone', async t => {
  const { plan, directory } = await made(t)
  const options = { plan, directory }
  t.deepEqual(await states(options), { 'plain-1': 'missing', 'expert-1': 'missing' })
  const some = await eventsOf({ ...options, arms: ['plain'] })
  t.deepEqual(kinds(some), ['planned', 'begun plain-1', 'ended plain-1', 'finished'])
  t.like(some.at(-1), { reason: 'complete', failures: [] })
  const before = await stat(join(directory, 'runs/plain-1/metrics.jsonl'))

  const rest = await eventsOf({ ...options, jobs: 2 })
  t.deepEqual(kinds(rest), ['planned', 'begun expert-1', 'ended expert-1', 'finished'])
  t.deepEqual(await states(options), { 'plain-1': 'finished', 'expert-1': 'finished' })
  t.is((await stat(join(directory, 'runs/plain-1/metrics.jsonl'))).mtimeMs, before.mtimeMs)
  const config = JSON.parse(await readFile(join(directory, 'runs/expert-1/config.json'), 'utf8')).config
  t.like(config, { seed: 1, feedback: { source: 'expert' }, iterations: 2 })

  /* What they have shown, as data and as a page. */
  const result = await readExperiment(plan, directory)
  t.deepEqual(
    result.arms.map(({ name, runs }) => [name, runs.map(({ seed, points }) => [seed, points.at(-1)?.iteration])]),
    [
      ['plain', [[1, 2]]],
      ['expert', [[1, 2]]],
    ],
  )
  t.like(result.comparisons[0], { claim: 'Labels help.', arm: 'expert', iteration: 2 })
  t.regex(await readFile(await writeExperiment(directory, result), 'utf8'), /Labels help\./)
  t.like(JSON.parse(await readFile(join(directory, 'results.json'), 'utf8')), { title: 'Tiny runs' })

  /* The plan is kept as it was when the first run was begun; a comparison that is asked later is told as such. */
  t.deepEqual(parseExperimentPlan(JSON.parse(await readFile(join(directory, 'plan.json'), 'utf8'))), plan)
  t.deepEqual(result.notes, [])
  const [comparison] = plan.comparisons
  const later = {
    ...plan,
    seeds: [1, 2],
    comparisons: comparison === undefined ? [] : [{ ...comparison, margin: 0.1 }],
  }
  await eventsOf({ ...options, plan: later, seeds: [1] })
  t.deepEqual((await readExperiment(later, directory)).notes, [
    'Seed 2 was added after the experiment was begun.',
    'expert − plain, success unseen 0.8, with a margin of 0.1: asked after the experiment was begun.',
    'expert − plain, success unseen 0.8: asked when the experiment was begun, and not any more.',
  ])

  const fewer = { ...plan, seeds: [2], comparisons: plan.comparisons }
  t.true((await readExperiment(fewer, directory)).notes.includes('Seed 1 was left out after the experiment was begun.'))

  /* Another number of threads is no other run. */
  const threads = { ...plan, settings: { ...plan.settings, engine: { kind: 'onnx', threads: 2 } } }
  t.deepEqual(await states({ ...options, plan: threads }), { 'plain-1': 'finished', 'expert-1': 'finished' })
  t.deepEqual(kinds(await eventsOf({ ...options, plan: threads })), ['planned', 'finished'])

  /* A folder with another run is refused, and left as it is. */
  const other = { ...plan, settings: { ...plan.settings, feedback: { lambda: 2 } } }
  const error = await t.throwsAsync(eventsOf({ ...options, plan: other }), { instanceOf: RunDirectoryError })
  t.regex(
    error?.message ?? '',
    /plain-1 is not the run of the plan: feedback\.lambda is 2 in the plan and 0\.3 in the run\n/,
  )
  t.regex(error?.message ?? '', /Nothing was changed/)
  t.like(await states({ ...options, plan: other }), { 'plain-1': 'refused' })
  t.is((await stat(join(directory, 'runs/plain-1/metrics.jsonl'))).mtimeMs, before.mtimeMs)

  /* Nor is an extended run one of the plan. */
  await runEventsOf(resumeRun({ directory: join(directory, 'runs/plain-1'), iterations: 3 }))
  const longer = { ...plan, settings: { ...plan.settings, iterations: 3 } }
  const { status } = await prepareExperiment({ ...options, plan: longer, arms: ['plain'] })
  t.deepEqual(status.runs[0]?.state, {
    kind: 'refused',
    reasons: ['it was extended after 2 iterations, from 2 to 3'],
  })
})

test.serial('an interrupted experiment goes on where it was, and ends as an unbroken one', async t => {
  const { plan, directory } = await made(t)
  const stop = new AbortController()
  const events = await eventsOf({ plan, directory, arms: ['plain'], signal: stop.signal }, event => {
    if (event.kind === 'progress' && event.done === 1) stop.abort()
  })
  const finish = events.at(-1)
  t.like(finish, { kind: 'finished', failures: [] })
  const { 'plain-1': state } = await states({ plan, directory })
  /* It may have been at its last iteration already. */
  t.true(state === 'unfinished' || state === 'finished', state)
  await eventsOf({ plan, directory, arms: ['plain'] })
  t.like(await states({ plan, directory }), { 'plain-1': 'finished', 'expert-1': 'missing' })
  const unbroken = join(directory, '..', 'unbroken')
  await eventsOf({ plan, directory: unbroken, arms: ['plain'] })
  t.deepEqual(await remains(join(directory, 'runs/plain-1')), await remains(join(unbroken, 'runs/plain-1')))
})

test.serial('a run that fails tells why, and the others are made', async t => {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'experiment')
  const plan = await tinyPlan(folder, {
    arms: {
      broken: {
        about: 'its world fails',
        settings: { environment: { options: { fault: 'no floor', faultOn: 're' } } },
      },
      lost: { about: 'its models are nowhere', settings: { starters: { policy: '/nowhere' } } },
      plain: { about: 'as it is' },
    },
    comparisons: [],
  })
  const end = (await eventsOf({ plan, directory, jobs: 2 })).at(-1)
  t.is(end?.kind, 'finished')
  if (end?.kind !== 'finished') return
  t.is(end.reason, 'complete')
  const reasons = new Map(end.failures.map(({ job, reason }) => [job.name, reason]))
  t.deepEqual([...reasons.keys()].sort(), ['broken-1', 'lost-1'])
  t.regex(reasons.get('lost-1') ?? '', /\/nowhere/)
  t.truthy(reasons.get('broken-1'))
  t.like(await states({ plan, directory }), { 'lost-1': 'missing', 'plain-1': 'finished' })
})

test.serial('starters are made once, kept with their recipe, and other ones are refused', async t => {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'experiment')
  const batches = (count: number) => ({
    policy: { batches: 1, episodes: 2 },
    rewardModel: { batches: count, episodes: 2 },
    model: {
      hidden_size: 16,
      intermediate_size: 24,
      num_hidden_layers: 1,
      num_attention_heads: 2,
      num_key_value_heads: 1,
    },
  })
  const tiny = await tinyPlan(folder)
  const { starters: _starters, ...settings } = tiny.settings
  const planOf = (count: number) =>
    parseExperimentPlan({
      ...tiny,
      settings,
      arms: { weak: { about: 'from weak ones', starters: 'weak' } },
      comparisons: [],
      starters: { weak: batches(count) },
    })
  const plan = planOf(1)
  /* Of one that was killed. */
  await mkdir(join(directory, 'starters/weak.0123abcd.tmp/policy'), { recursive: true })
  const events = await eventsOf({ plan, directory })
  t.deepEqual(await readdir(join(directory, 'starters')), ['weak'])
  t.deepEqual(kinds(events), ['planned', 'begun weak', 'ended weak', 'begun weak-1', 'ended weak-1', 'finished'])
  const record = JSON.parse(await readFile(join(directory, 'starters/weak/starters.json'), 'utf8'))
  t.like(record, { made: { seed: 1, recipe: { rewardModel: { batches: 1 } } }, measured: { kind: 'measured' } })
  t.deepEqual(kinds(await eventsOf({ plan, directory })), ['planned', 'finished'])

  /* Moved, it is the same experiment. */
  const moved = join(folder, 'moved')
  await cp(directory, moved, { recursive: true })
  t.deepEqual(await states({ plan, directory: moved }), { 'weak-1': 'finished' })

  const message = /starters\/weak holds other starters than the plan's: recipe is .* Nothing was changed/
  await t.throwsAsync(eventsOf({ plan: planOf(2), directory }), { instanceOf: RunDirectoryError, message })
  await writeFile(join(directory, 'starters/weak/starters.json'), '{"ma')
  const damaged = /starters\.json is damaged: move .*weak away to make them again$/
  await t.throwsAsync(eventsOf({ plan, directory }), { instanceOf: RunDirectoryError, message: damaged })
})

test('arms, seeds and jobs that there are not are refused; a damaged run is told, and left alone', async t => {
  const { plan, directory } = await made(t)
  const refused = (more: Partial<ExperimentOptions>, message: RegExp) =>
    t.throwsAsync(eventsOf({ plan, directory, ...more }), { message })
  await refused({ arms: ['plane'] }, /^arms must be of those of the plan \(plain, expert\), got "plane"$/)
  await refused({ seeds: [2] }, /^seeds must be of those of the plan \(1\), got 2$/)
  await refused({ seeds: [] }, /^seeds must name at least one of the plan, got none$/)
  await refused({ jobs: 0 }, /^jobs must be a positive integer, got 0$/)
  const run = join(directory, 'runs/plain-1')
  await cp('test/fixtures/formulas.json', join(run, 'config.json'), { recursive: true })
  await writeFile(join(run, 'config.json'), '{}')
  await refused({}, /plain-1 is not the run of the plan: .*config\.json is damaged/)
})
