import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { of, throwError } from 'rxjs'
import { NonFiniteError } from '../../src/engine/semantics/non-finite-error.ts'
import { DeathError } from '../../src/runtime/errors/death-error.ts'
import { FailedError } from '../../src/runtime/errors/failed-error.ts'
import { InvalidShareError } from '../../src/rollout/invalid.ts'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import type { TrainingEvent } from '../../src/run/events/events.ts'
import { FailedBatchError } from '../../src/learning/failed-batch.ts'
import { RunFailedError } from '../../src/run/failures/run-failed-error.ts'
import { DiskError } from '../../src/run/directory/records/run-directory-error.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { livelyModel, smallConfig } from '../laws/device/device-cases.ts'
import { fixtureMeasures, metricsOf, summaryOf, writeFixtureRun } from '../run/report-fixture.ts'
import { programMeasures, programMetricsOf, programSummaryOf, writeProgramRun } from '../run/program-fixture.ts'
import { commandLine } from './command-line.ts'

async function runEvents(
  t: ExecutionContext,
  reason: 'complete' | 'interrupted',
): Promise<{ directory: string; events: TrainingEvent[] }> {
  const directory = join(await temporaryFolder(t), 'run')
  await writeFixtureRun(directory)
  const events: TrainingEvent[] = [
    { kind: 'started', directory, resumedFrom: null, totalIterations: 60, measures: fixtureMeasures },
    { kind: 'measured', before: summaryOf(0) },
    { kind: 'iteration', metrics: metricsOf(20), totalIterations: 60, remainingMs: 62_000 },
    { kind: 'warning', text: 'a world was restarted' },
    { kind: 'finished', directory, before: summaryOf(0), after: summaryOf(60), reason },
  ]
  return { directory, events }
}

test('train hands the whole configuration over: file, then --set, then flags', async t => {
  const file = join(await temporaryFolder(t), 'config.json')
  await writeFile(file, JSON.stringify({ seed: 5, policy: { clip: 0.1 }, feedback: { lambda: 2 } }))
  const { directory, events } = await runEvents(t, 'complete')
  const { code, asked } = await commandLine(
    [
      'train',
      'household',
      '--config',
      file,
      '--set',
      'policy.clip=0.3',
      '--set',
      'feedback.source=expert',
      '--seed',
      '7',
      '--threads',
      '3',
      '--name',
      'mine',
      '--directory',
      'somewhere',
    ],
    { training: of(...events) },
  )
  const expected = parseRunConfig({
    seed: 7,
    policy: { clip: 0.3 },
    feedback: { lambda: 2, source: 'expert' },
    environment: { name: 'household', threads: 3 },
  })
  t.is(code, 0)
  t.like(asked[0], { config: expected, directory: join('somewhere', 'mine') })
  t.truthy(directory)
})

test('a run is named after its world and the time, unless it is given a name', async t => {
  const { events } = await runEvents(t, 'complete')
  const { asked } = await commandLine(['train'], { training: of(...events) })
  t.like(asked[0], { directory: join('runs', 'household-2026-01-02-030405') })
})

test("a run's own config.json can be given as configuration", async t => {
  const { directory, events } = await runEvents(t, 'complete')
  const { asked } = await commandLine(['train', '--config', join(directory, 'config.json'), '--iterations', '3'], {
    training: of(...events),
  })
  t.like(asked[0], { config: parseRunConfig({ iterations: 3 }) })
})

test('progress is plain lines where nobody watches, then the table and the report', async t => {
  const { directory, events } = await runEvents(t, 'complete')
  const { code, printed } = await commandLine(['resume', directory], { training: of(...events) })
  t.is(code, 0)
  t.regex(printed, /iter train seen unseen process outcome {3}p₊ {3}p₋ {4}μ tasks steps\/s tokens\/s {2}left/)
  t.regex(printed, / {3}20 .* 870 +24\.0k +1:02/)
  t.regex(printed, /warning: a world was restarted/)
  t.regex(printed, /success, unseen, T 0\.8 +37\.1 ± 3\.0 +59\.0 ± 3\.1 +\+21\.9 ± 2\.6/)
  t.regex(printed, /tasks accepted +0 +22/)
  t.true(printed.endsWith(`report: ${join(directory, 'report.html')}`))

  /* A run without its report is still a run. */
  await rm(join(directory, 'report.html'))
  await mkdir(join(directory, 'report.html'))
  const without = await commandLine(['resume', directory], { training: of(...events) })
  t.is(without.code, 0)
  t.regex(without.printed, /tasks accepted +0 +22\n\nno report: .*report\.html/)
})

test('a run that is interrupted between two measurements says which one its table shows', async t => {
  const { directory, events } = await runEvents(t, 'interrupted')
  const later = await commandLine(['resume', directory], { training: of(...events) })
  t.regex(
    later.printed,
    /^success, unseen.*59\.0[^]*\nsuccess "after" is that of iteration 20\ninterrupted after iteration 60/m,
  )

  const never = events.map(event =>
    event.kind === 'iteration' ? { ...event, metrics: { ...event.metrics, evaluations: [] } } : event,
  )
  const { printed } = await commandLine(['resume', directory], { training: of(...never) })
  t.notRegex(printed, /before +after/)
  t.regex(printed, /\nsuccess was not measured since the start\ninterrupted after iteration 60/)
})

test('where the reward model writes tests, progress and the table show what they are worth', async t => {
  const { directory, events } = await runEvents(t, 'complete')
  const shown = events.map((event): TrainingEvent => {
    if (event.kind === 'started') return { ...event, measures: programMeasures }
    if (event.kind === 'measured') return { ...event, before: programSummaryOf(0) }
    if (event.kind === 'iteration') return { ...event, metrics: programMetricsOf(20) }
    return event.kind === 'finished' ? { ...event, before: programSummaryOf(0), after: programSummaryOf(60) } : event
  })
  const { printed } = await commandLine(['resume', directory], { training: of(...shown) })
  t.regex(printed, /iter train seen unseen {3}UT detect {2}p_c {2}p_d margin tasks/)
  t.regex(printed, / {3}20 .* 63 {5}32 0\.77 0\.60 {3}0\.37 /)
  t.regex(printed, /success, unseen, T 0\.8 +37\.1 ± 3\.0 +59\.0 ± 3\.1 +\+21\.9 ± 2\.6/)
  t.regex(printed, /^Detect +20\.0 +55\.0 +\+35\.0 ± \d\.\d/m)
  t.regex(printed, /p_c \+ p_d − 1 +0\.200 +0\.700/)
})

test('the titles come once, before the first line: of a resumed run with its first iteration', async t => {
  const { directory, events } = await runEvents(t, 'complete')
  const again = events.filter(({ kind }) => kind === 'iteration')
  const resumed = [...events.filter(({ kind }) => kind !== 'measured' && kind !== 'finished'), ...again, events.at(-1)!]
  const { printed } = await commandLine(['resume', directory], { training: of(...resumed) })
  const titles = printed.split('\n').flatMap((line, index) => (line.includes('tokens/s') ? [index] : []))
  t.deepEqual(titles, [1])
})

test('eval shows success with its standard error, split by split', async t => {
  const { code, printed, asked } = await commandLine(
    ['eval', '--policy', 'there', '--split', 'unseen', '--tasks', '100'],
    {
      evaluation: of({ kind: 'result', success: { split: 'unseen', temperature: 0.8, tasks: 100, rate: 0.5 } }),
    },
  )
  t.is(code, 0)
  t.like(asked[0], { config: { starters: { policy: 'there' } }, splits: ['unseen'], tasks: 100 })
  t.regex(printed, /unseen +0\.8 +100 +50\.0 ± 5\.0/)
})

test('warm-start needs a folder to write to, and says where the models are', async t => {
  t.is((await commandLine(['warm-start'])).code, 2)
  const { code, printed, asked } = await commandLine(['warm-start', '--out', 'there', '--seed', '3'], {
    warmStart: of({ kind: 'saved', policy: 'there/policy', rewardModel: 'there/reward-model', random: false }),
  })
  t.is(code, 0)
  t.like(asked[0], { out: 'there', config: { seed: 3 } })
  t.is(printed, 'saved there/policy and there/reward-model; measuring them')
})

test('warm-start takes of a preset what it says of the reward model, whatever its method', async t => {
  const { asked } = await commandLine(['warm-start', 'puzzles', '--preset', 'smollm2', '--out', 'there'], {
    warmStart: of({ kind: 'saved', policy: 'there/policy', rewardModel: 'there/reward-model', random: false }),
  })
  t.like(asked[0], { config: { policy: { maxTokens: 32 }, rewardModel: { maxTokens: 32 } } })
})

test('inspect --device shows what the device did, and of which iteration there is nothing', async t => {
  const directory = join(await temporaryFolder(t), 'run')
  await writeFixtureRun(directory)
  const { printed } = await commandLine(['inspect', directory, '--device', '--iteration', '60'])
  t.regex(printed, /sample +policy +12 +1500 +125\.0 +51\.6k +310 +1\.50 +6\.00 +9\.00 +1: 1, 4–7: 2, 8–15: 9/)
  t.regex(printed, /iteration 60: the device worked 80 % of the time, 90 % of that in which anything waited/)
  const none = await commandLine(['inspect', directory, '--device', '--iteration', '99'])
  t.regex(none.errors, /has no metrics of iteration 99, it has those of 1 to 60/)
})

test('inspect lists the episodes of the last iteration, and shows one step by step', async t => {
  const directory = join(await temporaryFolder(t), 'run')
  await writeFixtureRun(directory)
  t.regex((await commandLine(['inspect', directory])).printed, /train\/60\/3\/0 +won +6 +83/)
  const { printed } = await commandLine(['inspect', directory, '--episode', 'train/1/3/0'])
  t.regex(printed, /train\/1\/3\/0: lost in 6 steps/)
  t.regex(printed, /examine mug 1 +Nothing happens\. +− nothing happens +\+ looks somewhere new/)
})

test('inspect --verdicts shows the mean verdict by reason for each range of iterations, and refuses what is not there', async t => {
  const directory = join(await temporaryFolder(t), 'run')
  await writeFixtureRun(directory)
  const { printed } = await commandLine(['inspect', directory, '--verdicts', '1-59', '60'])
  t.regex(printed, /label +the expert’s reason +steps +verdict, 1–59 +steps +verdict, 60/)
  t.regex(printed, /order within a step index/)
  const none = await commandLine(['inspect', directory, '--verdicts', '70-80'])
  t.regex(none.errors, /has no episodes of iterations 70–80/)
  for (const wrong of ['0', '9-3', '1-2-3', 'last'])
    t.regex(
      (await commandLine(['inspect', directory, '--verdicts', wrong])).errors,
      /it must be an iteration or a range such as 1-10/,
    )
})

test('inspect --edits shows which kinds of edits were accepted, and is refused where there are none', async t => {
  const directory = join(await temporaryFolder(t), 'run')
  await writeFixtureRun(directory)
  const { printed } = await commandLine(['inspect', directory, '--edits'])
  t.regex(printed, /direction +edit +decided +accepted +accepted, % +success, points/)
  t.regex(printed, /easier +show-target +1 +1 +100 +/)
  t.regex(printed, /harder +hide-target +1 +0 +0 +/)
  await rm(join(directory, 'tasks.jsonl'))
  t.regex((await commandLine(['inspect', directory, '--edits'])).errors, /has no edit of a task that was decided on/)
})

test('inspect shows a program line by line, and who passes the tests that were written for it', async t => {
  const directory = join(await temporaryFolder(t), 'run')
  await writeProgramRun(directory)
  const list = (await commandLine(['inspect', directory])).printed
  t.regex(list, /episode +outcome +score % +steps +good % +tests right %\n/)
  t.regex(list, /train\/60\/3\/0 +lost +63 +1 +0 +50\n/)
  t.regex(list, /Reward model in training: Detect % +55\.0/)
  t.regex(list, /samples of reward-model not trained on %/)
  const { printed } = await commandLine(['inspect', directory, '--episode', 'train/60/3/0'])
  t.regex(printed, /train\/60\/3\/0: lost, score 63 %\n\nWrite a program: /)
  t.regex(printed, / {2}1 {2}xs = \[int.*\n {2}2 {2}xs = xs\[: 2 \]\n {2}3 {2}print\(\*xs\)\n/)
  t.regex(printed, /passed 5 of 8\nexpert − even\nR 0\.63, A -0\.50\n/)
  t.regex(printed, /2 3 4 -> 2 4 +100 +25 +3\.00 +0\.90\n/)
  const other = (await commandLine(['inspect', directory, '--episode', 'train/60/3/1'])).printed
  t.regex(other, / {2}2 {2}if xs:\n {2}3 {4}xs = \[x for .*\n {2}4 {2}print\(\*xs\[:2\]\)\n\n/)
  t.regex(other, /\(nothing\) +0 +0 +-4\.00 +-1\.10/)
  t.regex((await commandLine(['inspect', directory, '--episode', 'train/1/3/0'])).printed, /2 3 4 -> 2 4 +– +25 +– +–/)
})

const refusals: readonly (readonly [args: string[], complaint: RegExp])[] = [
  [['train', '--set', 'policy.clip=2'], /policy\.clip must be a number in \(0, 1\], got 2/],
  [['train', '--set', 'policy.clip'], /--set must be path=value/],
  [['train', '--set', 'lambda=1'], /lambda is not a key of the configuration; did you mean feedback\.lambda\?/],
  [['train', '--seed', 'lucky'], /seed must be an integer of at least 0, got "lucky"/],
  [['train', '--config', '/nowhere.json'], /cannot read the configuration \/nowhere\.json/],
  [['train', '--seed', '1e400'], /seed must be an integer of at least 0, got "1e400"/],
  [['train', '--set', 'seed=1e400'], /seed must be an integer of at least 0, got "1e400"/],
  [['train', '--seed', ''], /seed must be an integer of at least 0, got ""/],
  [['train', '--sed', '3'], /unknown option '--sed'/],
  [['trian'], /unknown command 'trian'/],
  [['eval', '--split', 'test'], /Allowed choices are train, seen, unseen/],
  [['eval', '--tasks', '0'], /--tasks must be an integer of at least 1, got 0/],
  [['inspect', '/nowhere'], /\/nowhere is not a run: it has no config\.json/],
  [['report', '/nowhere'], /\/nowhere is not a run/],
]
test('a file that is no configuration is refused in one line, which says what there is', async t => {
  const { code, errors } = await commandLine(['train', '--config', 'package.json'])
  t.is(code, 2)
  t.is(errors.split('\n').length, 1, errors)
  t.regex(
    errors,
    /name, version, .* are not keys of the configuration; the configuration has seed, iterations, method, mode, /,
  )
  t.is(errors.match(/rewardModel/g)?.length, 1)
})

test('a configuration that is no object is refused, whatever else it is', async t => {
  const file = join(await temporaryFolder(t), 'config.json')
  for (const text of ['[{"iterations": 3}]', '"x"', 'null', '42', '[]']) {
    await writeFile(file, text)
    const { code, errors } = await commandLine(['train', 'household', '--config', file, '--dry-run'])
    t.is(code, 2, text)
    t.regex(errors, /^error: the configuration .*config\.json must be an object, got /)
  }
})

test('an option that does nothing for a command is none of it, and no default is an empty list', async t => {
  for (const command of ['eval', 'warm-start']) {
    const { printed } = await commandLine([command, '--help'])
    t.notRegex(printed, /--iterations/)
    t.regex(
      (await commandLine([command, '--out', 'x', '--iterations', '3'])).errors,
      /unknown option '--(iterations|out)'/,
    )
  }
  for (const command of ['train', 'eval', 'warm-start', 'bench', 'replay', 'config', 'doctor', 'inspect'])
    t.notRegex((await commandLine([command, '--help'])).printed, /default: (\[\]|false)/, command)
  t.regex((await commandLine(['train', '--help'])).printed, /Settings: rlanything config \[environment\]/)
})

for (const [args, complaint] of refusals) {
  test(`refused with code 2 and no stack: ${args.join(' ')}`, async t => {
    const { code, errors, asked } = await commandLine(args)
    t.is(code, 2)
    t.regex(errors, complaint)
    t.notRegex(errors, /\n {4}at /)
    t.deepEqual(asked, [])
  })
}

test('a run that began with what is in no file is not said to be resumed by a command', async t => {
  const left = { given: ['formulation', 'actors'] } as const
  const { errors } = await commandLine(['resume', 'x'], {
    training: throwError(() => new RunFailedError(new DiskError('the disk is full'), "runs/it's", 7, left)),
  })
  t.true(
    errors.endsWith(
      'resume with: resume({ directory: "runs/it\'s", formulation, actors }), in your own program, with the same formulation and actors',
    ),
    errors,
  )
})

test('a failure has code 1: in one sentence where it is understood, with a stack where it is our fault', async t => {
  const full = await commandLine(['resume', 'x'], { training: throwError(() => new DiskError('the disk is full')) })
  t.deepEqual([full.code, full.errors], [1, 'error: the disk is full'])
  const stopped = await commandLine(['resume', 'x'], { training: throwError(() => new DOMException('', 'AbortError')) })
  t.deepEqual([stopped.code, stopped.errors], [130, ''])
  const death = { actor: 'gpu', cause: 'start', reason: 'no binary', stack: 'at', exitCode: 1, output: '' } as const
  const dead = await commandLine(['resume', 'x'], { training: throwError(() => new DeathError(death)) })
  t.deepEqual([dead.code, dead.errors], [1, 'error: gpu died (start): no binary'])
  const saved = await commandLine(['resume', 'x'], {
    training: throwError(() => new RunFailedError(new DiskError('the disk is full'), 'runs/x', 7)),
  })
  t.is(saved.code, 1)
  t.is(saved.errors, 'error: the disk is full\nsaved up to iteration 7; resume with: npx rlanything resume runs/x')
  const batch = {
    model: 'policy',
    reference: { kind: 'memory', state: livelyModel(smallConfig, 1) },
    call: { verb: 'logprobs', sequences: [] },
  } as const
  const overflow = new FailedBatchError(new NonFiniteError('policy', ['the loss']), batch)
  const numbers = await commandLine(['resume', 'x'], {
    training: throwError(() => new RunFailedError(overflow, 'runs/x', 7, { batch: 'runs/x/failures/y' })),
  })
  t.deepEqual(numbers.errors.split('\n').slice(0, 2), [
    'error: model policy: the loss is not finite, in logprobs of a batch of 0 sequences',
    'look at the batch with: npx rlanything replay runs/x/failures/y',
  ])
  const ours = await commandLine(['resume', 'x'], { training: throwError(() => new TypeError('x is not a function')) })
  t.is(ours.code, 1)
  t.regex(ours.errors, /x is not a function\n {4}at /)
})

test('code that a run was given is named, with the frames of its own error, from wherever it is told', async t => {
  const reason = 'the world post: step threw: a bug (post.js:27:11)'
  const failure = { kind: 'user-code', reason, stack: 'Error: a bug\n    at step (post.js:27:11)' } as const
  const cause = new FailedError(failure)
  for (const error of [cause, new Error(reason, { cause }), new InvalidShareError(reason, { cause })]) {
    const { code, errors } = await commandLine(['resume', 'x'], { training: throwError(() => error) })
    t.deepEqual([code, errors], [1, `error: ${reason}\n    at step (post.js:27:11)`])
  }
  const wrong = new FailedError({ kind: 'user-code', reason, stack: '' })
  const plain = await commandLine(['resume', 'x'], { training: throwError(() => wrong) })
  t.is(plain.errors, `error: ${reason}`)
})

test('a replay says what failed, whether it does so here, and where first', async t => {
  const same = await commandLine(['replay', 'runs/x/failures/y', '--set', 'kind=tfjs'])
  t.deepEqual(same.asked, [{ folder: 'runs/x/failures/y', engine: { kind: 'tfjs' } }])
  t.is(same.printed, 'optim-step of policy failed: model.norm.weight not finite\non onnx it does not fail')
  const { engine } = parseRunConfig({})
  const origin = { kind: 'forward', example: 2, token: 7, layer: 1 } as const
  const again = await commandLine(['replay', 'y'], {
    replay: {
      model: 'policy',
      verb: 'logprobs',
      engine,
      mixed: 'on avx2 and avx512',
      recorded: ['a'],
      found: ['b'],
      origin,
    },
  })
  t.deepEqual(again.printed.split('\n'), [
    'on avx2 and avx512',
    'logprobs of policy failed: a not finite',
    'on onnx: b not finite',
    'first in the forward pass, in layer 1, at token 7 of sequence 2',
  ])
})

test('help and version are no failures', async t => {
  t.deepEqual([(await commandLine(['--help'])).code, (await commandLine(['--version'])).printed], [0, '1.2.3'])
})
