/**
 * SkyRL 0.4.0, JAX on the processor, trains policy and reward model of the household as two adapters of one model that is made here. The client is
 * killed on the way and resumed; the server is killed on the way and started again, which the client survives. Opt-in: RLANYTHING_SKYRL
 * names an environment of scripts/prepare-skyrl.sh. With RLANYTHING_SKYRL_FOLDER all files stay in that folder, and a starter there is taken.
 */
import { existsSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { lastValueFrom } from 'rxjs'
import type { Success } from '../../src/contracts/metrics.ts'
import { loadRunConfig } from '../../src/methods/registry/run-config.ts'
import { localLogprobs } from '../../src/engine/doctor/local-logprobs.ts'
import { createTinkerEngine } from '../../src/engine/tinker/create-tinker-engine.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import { makeStarters } from '../../src/warm-start/warm-start.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { greedy } from '../laws/device/device-cases.ts'
import { usualOptions } from '../engine/tinker/served-device.ts'
import { readMetrics } from '../run/tiny-run.ts'
import { startRun } from './child-run.ts'
import { freePort } from './free-port.ts'
import { samplerArchives, withSkyrlAdapter } from './skyrl-adapter.ts'
import { startSkyrl } from './skyrl-server.ts'

const environment = process.env['RLANYTHING_SKYRL']
const title = 'SkyRL trains policy and reward model of the household; client and server are killed on the way'
const iterations = 5

/** Nats, between two ways to the same number. */
const tolerance = 1e-4

if (environment === undefined)
  test.skip(`SKIPPED, RLANYTHING_SKYRL names no environment of scripts/prepare-skyrl.sh: ${title}`, t => t.pass())
else
  test(title, async t => {
    const folder = process.env['RLANYTHING_SKYRL_FOLDER'] ?? (await temporaryFolder(t))
    const starters = await starter(join(folder, 'starter'))
    const service = join(folder, 'service')
    const port = await freePort()
    const serve = () => startSkyrl({ environment, model: starters.policy, folder: service, port })
    let server = await serve()
    t.teardown(() => server.kill())
    const tinker = {
      url: `http://127.0.0.1:${port}`,
      rank: 8,
      normalisation: 'datum-mean',
      maxConcurrent: 256,
    } as const
    const open = () => createTinkerEngine({ ...usualOptions, ...tinker, deadlineMs: 600_000 })

    const fresh = await open()
    await fresh.load('fresh', { kind: 'folder', path: starters.policy })
    near(t, 'a fresh adapter', await fresh.logprobs('fresh', sequences), await here(starters.policy))
    await fresh.close()

    const directory = join(folder, 'run')
    const config = {
      iterations,
      starters,
      engine: { kind: 'tinker', tinker },
      tasks: { slots: 16, perIteration: 8, episodes: 8 },
      evaluation: { every: iterations, tasks: 128, probeTasks: 16, splits: ['unseen'] },
      checkpoint: { every: 1 },
    }
    await writeFile(join(folder, 'config.json'), JSON.stringify(config))
    const where = ['--config', join(folder, 'config.json'), '--directory', folder, '--name', 'run']
    const first = startRun(['train', 'household', ...where], directory)
    t.teardown(first.kill)
    const made = await first.until(2)
    await first.kill()
    t.true(made >= 2 && made < iterations, `${made} iterations were made when the client was killed`)

    const second = startRun(['resume', directory], directory)
    t.teardown(second.kill)
    const further = await second.until(made + 1)
    await server.kill()
    t.true(further < iterations, `${further} iterations were made when the server was killed`)
    server = await serve()
    t.is(await second.ended, 0)
    t.regex(await readFile(`${directory}.log`, 'utf8'), /has lost the model/)

    const lines = await readMetrics(directory)
    t.deepEqual(
      lines.map(({ iteration }) => iteration),
      Array.from({ length: iterations }, (_, index) => index + 1),
    )
    for (const { models, time, evaluations } of lines) {
      const { policy } = models
      t.true((policy.gradientNorm ?? 0) > 0 && (models['reward-model']?.gradientNorm ?? 0) > 0)
      t.true(Number.isFinite(policy.loss) && Math.abs(policy.kl ?? NaN) < 0.1)
      t.log(JSON.stringify({ models, time, evaluations: evaluations?.map(shown) }))
    }

    const checkpoints = join(directory, 'checkpoints')
    const newest = join(checkpoints, (await readdir(checkpoints)).sort().at(-1) ?? '')
    for (const role of ['policy', 'reward-model']) {
      const engine = await open()
      await engine.load(role, { kind: 'folder', path: join(newest, role) })
      const before = new Set(await samplerArchives(service))
      await engine.sample(role, [{ ...greedy('context', Int32Array.of(3, 1)), maxTokens: 2 }])
      const archive = (await samplerArchives(service)).find(name => !before.has(name)) ?? ''
      const trained = join(folder, `trained-${role}`)
      await withSkyrlAdapter(starters.policy, archive, trained)
      const found = await engine.logprobs(role, sequences)
      near(t, `the ${role} that was trained`, found, await here(trained))
      t.true(difference(found, await here(starters.policy)) > 100 * tolerance, 'training has changed it')
      await engine.close()
    }
  })

/** One model for both roles: the service has one base model. */
async function starter(out: string): Promise<{ readonly policy: string; readonly rewardModel: string }> {
  const folders = { policy: join(out, 'policy'), rewardModel: join(out, 'reward-model') }
  if (existsSync(folders.rewardModel)) return folders
  const config = await loadRunConfig({ environment: { name: 'household' } })
  const recipe = {
    shared: true,
    model: { model_type: 'qwen3', head_dim: 16 },
    policy: { batches: 400 },
    rewardModel: { batches: 100 },
  }
  await lastValueFrom(makeStarters({ config, out, recipe }))
  return folders
}

const random = randomFrom(rootKey(7))
const sequences = [8, 30, 61].map(length => ({ tokens: Int32Array.from({ length }, () => random.integer(202)) }))

const here = async (folder: string): Promise<readonly Float32Array[]> =>
  (await localLogprobs(
    folder,
    sequences.map(({ tokens }) => tokens),
  )) ?? []

const difference = (found: readonly Float32Array[], wanted: readonly Float32Array[]): number =>
  Math.max(
    ...wanted.flatMap((each, index) => [...each].map((value, at) => Math.abs(value - (found[index]?.[at] ?? NaN)))),
  )

function near(
  t: ExecutionContext,
  what: string,
  found: readonly Float32Array[],
  wanted: readonly Float32Array[],
): void {
  const largest = difference(found, wanted)
  t.log(`${what}: log-probabilities differ by at most ${largest.toExponential(1)} nats`)
  t.true(wanted.length === sequences.length && largest <= tolerance)
}

const shown = ({ split, temperature, rate, tasks }: Success) => ({ split, temperature, rate, tasks })
