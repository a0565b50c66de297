/** The policy of a run is measured by what the run left on disk. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { of } from 'rxjs'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { createRunDirectory } from '../../src/run/directory/run-directory.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { commandLine } from './command-line.ts'

const success = { split: 'unseen', temperature: 0.8, tasks: 4, rate: 0.5, wins: '10-01' }
const scene = { evaluation: of({ kind: 'result' as const, success }) }

async function run(folder: string): Promise<string> {
  const path = join(folder, 'mine')
  const config = parseRunConfig({
    environment: { name: 'grids' },
    seed: 5,
    iterations: 9,
    policy: { date: '2024-02-29' },
    checkpoint: { keep: 2 },
  })
  const directory = await createRunDirectory(path, { versions: { node: '20.19.0' }, config, formulation: null })
  for (const iteration of [0, 4, 9])
    await directory.writeCheckpoint(iteration, temporary => writeFile(join(temporary, 'state.json'), String(iteration)))
  await directory.close()
  return path
}

test('the newest checkpoint, or the one of an iteration, by the settings of the run', async t => {
  const path = await run(await temporaryFolder(t))
  const newest = await commandLine(['eval', '--run', path, '--tasks', '4', '--json'], scene)
  t.is(newest.code, 0)
  const policy = join(path, 'checkpoints', 'step-000009', 'policy')
  t.like(newest.asked[0], { policy, tasks: 4, config: { seed: 5, environment: { name: 'grids' } } })
  t.deepEqual(JSON.parse(newest.printed), {
    ...{ run: path, iteration: 9, policy, seed: 5, date: '2024-02-29' },
    evaluations: [{ ...success, standardError: Math.sqrt(5) / 10 }],
  })
  const older = await commandLine(['eval', '--run', path, '--checkpoint', '4', '--seed', '6'], scene)
  t.like(older.asked[0], { policy: join(path, 'checkpoints', 'step-000004', 'policy'), config: { seed: 6 } })
  t.regex(older.printed, /unseen +0\.8 +4 +50\.0 ± 22\.4/)
})

test('the object goes into a file where one is named, and without a run tells the policy', async t => {
  const file = join(await temporaryFolder(t), 'success.json')
  const { printed } = await commandLine(['eval', '--policy', 'there', '--json', file], scene)
  t.regex(printed, /50\.0 ± 22\.4/)
  t.like(JSON.parse(await readFile(file, 'utf8')), { policy: 'there', evaluations: [{ rate: 0.5 }] })
})

test('what is not there, has changed, or does not go together is refused', async t => {
  const path = await run(await temporaryFolder(t))
  const cases: readonly (readonly [args: readonly string[], reason: RegExp])[] = [
    [['--run', path, '--checkpoint', '0'], /has no checkpoint of iteration 0, it has 4, 9/],
    [['--run', join(path, 'nowhere')], /nowhere/],
    [['--checkpoint', '4'], /--checkpoint must come with --run/],
    [['household', '--run', path], /environment cannot come with --run/],
    [['--run', path, '--config', 'x.json'], /--config cannot come with --run/],
    [['--run', path, '--preset', 'x'], /--preset cannot come with --run/],
    [['--run', path, '--policy', 'x'], /cannot be used with option/],
    [['--json', '--items', 'a', '--programs', 'b'], /--json must name a file where --items and --programs are given/],
  ]
  for (const [args, reason] of cases) {
    const { code, errors } = await commandLine(['eval', ...args], scene)
    t.is(code, 2, args.join(' '))
    t.regex(errors, reason)
  }
  await writeFile(join(path, 'checkpoints', 'step-000004', 'state.json'), 'other')
  const { errors } = await commandLine(['eval', '--run', path, '--checkpoint', '4'], scene)
  t.regex(errors, /step-000004 cannot be used: /)
})
