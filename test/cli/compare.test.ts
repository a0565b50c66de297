import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { writeMadeUpRun } from '../experiment/results/made-up-run.ts'
import { commandLine } from './command-line.ts'

const outcome = { feedback: { source: 'outcome' }, adaptation: { enabled: false } }
/** Of 20 tasks as many won. */
const won = (count: number): string => '1'.repeat(count) + '0'.repeat(20 - count)

async function folders(
  t: ExecutionContext,
  runs: Readonly<Record<string, readonly [settings: object, after: number]>>,
) {
  const folder = await temporaryFolder(t)
  const paths = Object.keys(runs).map(name => join(folder, name))
  for (const [name, [settings, after]] of Object.entries(runs))
    await writeMadeUpRun(join(folder, name), settings, { before: won(5), after: won(after) })
  return { folder, paths }
}

const cells = (printed: string): string[][] => printed.split('\n').map(line => line.trim().split(/\s{2,}/))

test('arms of several seeds: settings, means, and differences by seed', async t => {
  const { paths } = await folders(t, {
    'outcome-1': [{ ...outcome, seed: 1 }, 8],
    'outcome-2': [{ ...outcome, seed: 2 }, 9],
    'outcome-3': [{ ...outcome, seed: 3 }, 8],
    'full-1': [{ seed: 1 }, 16],
    'full-2': [{ seed: 2 }, 18],
    'full-3': [{ seed: 3 }, 17],
  })
  const { code, printed, errors } = await commandLine(['compare', ...paths, '--measure', 'success unseen 0.8'])
  t.is(errors, '')
  t.is(code, 0)
  t.deepEqual(cells(printed), [
    ['settings that differ', 'outcome', 'full'],
    ['────────────────────', '─────────', '──────────────'],
    ['feedback.source', '"outcome"', '"reward-model"'],
    ['adaptation.enabled', 'false', 'true'],
    [''],
    ['arm', 'seeds', 'after', 'success unseen'],
    ['0.8, %'],
    ['───────', '───────', '─────', '──────────────'],
    ['outcome', '1, 2, 3', '40', '41.7 ± 1.7'],
    ['full', '1, 2, 3', '40', '85.0 ± 2.9'],
    [''],
    ['success unseen 0.8, points', 'after', 'pairs', 'difference', 'interval', 'p', 'p, Holm'],
    [
      '──────────────────────────',
      '─────',
      '───────',
      '───────────',
      '──────────────',
      '─────',
      '───────',
      '─────────',
    ],
    ['full − outcome', '40', '3 seeds', '+43.3 ± 1.7', '[+36.2, +50.5]', '0.001', '0.001', 'supported'],
    [''],
    ["± is one standard error of the mean over pairs; intervals hold 95 %, by Student's t."],
    ['p is that of a paired t test, two-sided; by Holm it is corrected for one comparison. Shown: below 0.05.'],
  ])
})

test('runs of processors with different instruction sets are told apart', async t => {
  const { paths } = await folders(t, { 'full-1': [{ seed: 1 }, 8], 'outcome-1': [{ ...outcome, seed: 1 }, 17] })
  t.notRegex((await commandLine(['compare', ...paths])).printed, /The runs were made on/)
  for (const [index, path] of paths.entries()) {
    const file = join(path, 'config.json')
    const { versions, ...config } = JSON.parse(await readFile(file, 'utf8'))
    const instructions = index === 0 ? 'avx2' : 'another'
    await writeFile(file, JSON.stringify({ ...config, versions: { ...versions, instructions } }))
  }
  const { printed, errors } = await commandLine(['compare', ...paths])
  t.regex(printed + errors, /The runs were made on .*another.* which may differ in the last bits of numbers/)
})

test('of one seed a side the tasks are the pairs, and it says so; by default all success that runs share', async t => {
  const { paths } = await folders(t, { 'full-1': [{ seed: 1 }, 8], 'outcome-1': [{ ...outcome, seed: 1 }, 17] })
  const { printed } = await commandLine(['compare', ...paths])
  t.regex(
    printed,
    /outcome − full +40 +20 tasks +\+45\.0 ± 11\.4 +\[\+21\.1, \+68\.9\] +< 0\.001 +0\.002 +supported, of these runs/,
  )
  t.regex(printed, /success unseen 0, points/)
  t.regex(printed, /corrected for 2 comparisons/)
  t.regex(printed, /that compares these two runs, not their settings/)
  const other = await commandLine(['compare', ...paths, '--against', paths[1] ?? ''])
  t.regex(other.printed, /full − outcome .* −45\.0 ± 11\.4 .*contradicted, of these runs/)
  const early = await commandLine(['compare', ...paths, '--iteration', '20', '--intervals', 'bootstrap'])
  t.regex(early.printed, /outcome − full +20 +20 tasks +0\.0 ± 0\.0 +– +1\.000 +1\.000 +inconclusive/)
  t.regex(early.printed, /by percentiles of a bootstrap of the pairs/)
})

test('other measures; an unfinished run is told', async t => {
  const { folder, paths } = await folders(t, { 'full-1': [{ seed: 1 }, 8] })
  const half = join(folder, 'half')
  await writeMadeUpRun(half, { seed: 2, ...outcome }, { before: won(5), after: won(8), made: 25 })
  const { printed, code } = await commandLine([
    'compare',
    ...paths,
    half,
    '--measure',
    'tasks.acceptedInAll',
    '--measure',
    'probe.mu',
  ])
  t.is(code, 0)
  t.regex(printed, /^half +2 +20 /m)
  t.regex(printed, /half − full +– +– +– +– +– +– +inconclusive/)
  t.regex(printed, /half − full, probe\.mu: no test: no seed has been measured in both arms after the same iteration\./)
  t.regex(printed, /full has no run of seed 2\./)
  t.regex(printed, /half has been measured up to iteration 20 of 40\./)
})

test('--json writes it all, pairs and points too', async t => {
  const { folder, paths } = await folders(t, { 'full-1': [{ seed: 1 }, 5], 'outcome-1': [{ ...outcome, seed: 1 }, 15] })
  const file = join(folder, 'compared.json')
  await commandLine(['compare', ...paths, '--measure', 'success unseen 0', '--json', file])
  const written = JSON.parse(await readFile(file, 'utf8'))
  t.like(written, { measures: ['success unseen 0'], intervals: 't', notes: [] })
  t.like(written.comparisons[0], {
    arm: 'outcome',
    against: 'full',
    unit: 'tasks',
    count: 20,
    verdict: 'supported',
    level: 0.95,
  })
  t.deepEqual(written.comparisons[0].pairs, [{ seed: 1, arm: 0.75, against: 0.25, difference: 0.5 }])
  t.is(written.arms[1].runs[0].points[2].wins['success unseen 0'], won(15))
})

test('the name of a folder moves no cursor', async t => {
  const { paths } = await folders(t, { 'one\u001b[2J': [{ seed: 1 }, 8], two: [{ ...outcome, seed: 1 }, 9] })
  const { code, printed } = await commandLine(['compare', ...paths, '--measure', 'reward-model.processBalanced'])
  t.is(code, 0)
  t.false(printed.includes('\u001b'))
  t.true(printed.includes('one\\u001b[2J, reward-model.processBalanced: no test'))
})

test('what cannot be compared is refused by name', async t => {
  const { folder, paths } = await folders(t, {
    'full-1': [{ seed: 1 }, 8],
    'full-2': [{ seed: 2 }, 8],
    'outcome-1': [{ ...outcome, seed: 1 }, 9],
    'again-1': [{ seed: 1 }, 8],
    'program-1': [{ seed: 1, environment: { name: 'coding' } }, 8],
  })
  const [full = '', other = '', plain = '', again = '', program = ''] = paths
  const few = join(folder, 'few')
  await writeMadeUpRun(few, outcome, { before: '01', after: '11' })
  for (const [args, message] of [
    [[full], /nothing to compare: full-1 is one run/],
    [[full, other], /nothing to compare: full-1, full-2 differ in no setting but the seed/],
    [[full, plain, '--iteration', '99'], /no run has been measured after iteration 99; they have been after 0, /],
    [[full, plain, again], /full-1 and .*again-1 are both of full-1 with seed 1/],
    [[full, program], /full-1 and program-1 cannot be compared: environment\.name is "household" and "coding"/],
    [[full, few], /full-1 and few cannot be compared: evaluation\.tasks is 20 and 2/],
    [
      [full, plain, '--measure', 'success seen 0'],
      /full-1 does not measure success seen 0: evaluation\.splits lacks seen/,
    ],
    [
      [full, plain, '--measure', 'luck'],
      /full-1 does not measure luck: its measures are reward-model\.processBalanced, /,
    ],
    [[full, plain, '--against', 'none'], /no arm is called none; arms are full, outcome/],
    [[full, folder], /is not a run: it has no config\.json/],
  ] as const) {
    const { code, errors } = await commandLine(['compare', ...args])
    t.is(code, 2, args.join(' '))
    t.regex(errors, message)
  }
})
