/** The real OpenEnv, both ways. Opt-in: scripts/prepare-openenv.sh makes the environment that RLANYTHING_OPENENV names. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import openEnvWorld from '../../environments/openenv/index.ts'
import { environmentSource } from '../../src/config/environment-source.ts'
import { loadRunConfig } from '../../src/methods/registry/run-config.ts'
import type { World } from '../../src/contracts/worlds/world.ts'
import { readJournal } from '../../src/gateway/journal.ts'
import { createGateway } from '../../src/gateway/server/create-gateway.ts'
import { derive, rootKey } from '../../src/math/random.ts'
import { serveConfiguredWorld } from '../../src/openenv/serve-configured-world.ts'
import { heldOutTask } from '../../src/rollout/evaluation.ts'
import { loadEnvironment } from '../../src/rollout/load-environment.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { freePort } from '../llm/free-port.ts'
import { running, told, withPython } from './python.ts'

const variable = 'RLANYTHING_OPENENV'

async function household(t: ExecutionContext) {
  const config = await loadRunConfig({ environment: { name: 'household' } })
  const { url, close } = await serveConfiguredWorld({ config, port: 0 })
  t.teardown(close)
  return { url, world: await loadEnvironment(environmentSource(config.environment)) }
}

/** The expert's commands for a task by seed, with what the world says to each. */
function plan(world: Awaited<ReturnType<typeof household>>['world'], seed: number) {
  const task = heldOutTask(world, 'train', seed)
  let { state, observation } = world.start(task, derive(rootKey(seed), 'served episode', 'train', seed))
  const texts = [observation]
  const commands: string[] = []
  for (let action = world.expert(state); action !== null; action = world.expert(state)) {
    const next = world.step(state, action)
    ;({ state, observation } = next)
    texts.push(observation)
    commands.push(action)
    if (next.won) break
  }
  return { reset: { seed }, commands, texts }
}

interface Played {
  readonly outcomes: readonly {
    readonly texts: readonly string[]
    readonly total: number
    readonly done: boolean
    readonly won: boolean
    readonly state: { readonly step_count: number }
  }[]
  readonly refusals: readonly (string | null)[]
}

withPython(variable, 'the real client plays 50 episodes of ours, and wins them', async (t, bin) => {
  const { url, world } = await household(t)
  const plans = Array.from({ length: 50 }, (_, seed) => plan(world, seed))
  const file = join(await temporaryFolder(t), 'episodes.json')
  await writeFile(file, JSON.stringify(plans))
  const { outcomes, refusals } = (await told(bin, ['scripts/peers/openenv-play.py', url, file])) as Played
  for (const [index, { texts, commands }] of plans.entries()) {
    const { texts: seen, total, done, won, state } = outcomes[index] ?? t.fail()
    t.deepEqual(seen, texts)
    t.deepEqual([total, done, won, state.step_count], [1, true, true, commands.length])
  }
  t.log(`${plans.length} episodes, ${plans.reduce((sum, { commands }) => sum + commands.length, 0)} steps`)
  for (const refusal of refusals) t.regex(refusal ?? '', /VALIDATION_ERROR|Invalid message/)
})

withPython(variable, 'openenv validate --url finds nothing wrong', async (t, bin) => {
  const { url } = await household(t)
  const { stdout } = await promisify(execFile)(join(bin, 'openenv'), ['validate', '--url', url])
  t.log(stdout)
  t.regex(stdout, /"passed": true|PASS/)
})

withPython(variable, "a class for TRL's environment_factory plays ours", async (t, bin) => {
  const { url, world } = await household(t)
  const { commands, texts } = plan(world, 7)
  const seen = (await told(bin, ['scripts/peers/openenv-factory.py', url, ...commands])) as {
    readonly openings: readonly string[]
    readonly rewards: readonly number[]
  }
  t.deepEqual(seen.openings, Array<string | undefined>(4).fill(texts[0]))
  t.deepEqual(seen.rewards, [1, 1, 1, 1])
})

withPython('RLANYTHING_VERIFIERS', "verifiers' OpenEnv environment plays ours", async (t, bin) => {
  const { url, world } = await household(t)
  const plans = Array.from({ length: 5 }, (_, seed) => plan(world, seed))
  const file = join(await temporaryFolder(t), 'episodes.json')
  await writeFile(file, JSON.stringify(plans))
  const seen = await told(bin, ['scripts/peers/verifiers-play.py', url, file])
  t.deepEqual(
    seen,
    plans.map(({ texts }) => ({ rewards: { openenv_reward: 1 }, read: texts.slice(0, -1) })),
  )
})

interface Trained {
  readonly openings: readonly string[]
  readonly resets: number
  readonly answers: readonly string[]
  readonly calls: readonly number[]
  readonly failures: readonly number[]
  readonly rewards: readonly number[]
}

withPython('RLANYTHING_TRL', "TRL's trainer plays ours by environment_factory", async (t, bin) => {
  const { url, world } = await household(t)
  const seen = (await told(bin, ['scripts/peers/trl-train.py', url, 'look'])) as Trained
  const openings = [0, 1, 2, 3].map(seed => plan(world, seed).texts[0])
  t.true(seen.openings.length > 0 && seen.openings.every(text => openings.includes(text)))
  t.is(seen.resets, 8)
  t.true(seen.answers.length > 0)
  t.deepEqual(
    [seen.calls, seen.failures, seen.rewards],
    [
      [1, 1],
      [0, 0],
      [0, 0],
    ],
  )
})

withPython(
  variable,
  'our client plays a world on the real server, more episodes at once than it has places',
  async (t, bin) => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    await running(t, bin, ['scripts/peers/openenv-corridor.py', String(port), '2'], `${url}/health`)
    const world = openEnvWorld({ url, reset: { goal: 3 }, deadlineSeconds: 30 }) as World
    const play = async (seed: number): Promise<readonly unknown[]> => {
      const episode = await world.open(world.parseTask({ seed }), {
        ...{ key: derive(rootKey(0), 'test'), signal: new AbortController().signal },
        run: () => Promise.resolve([]),
      })
      const told: unknown[] = [episode.observation]
      for (const action of ['', 'left', ...Array<string>(4 - (seed % 2)).fill('right')]) {
        const { observation, won, reward } = await episode.act(action)
        told.push([observation, won, reward])
      }
      await episode.close()
      return told
    }
    const played = await Promise.all(Array.from({ length: 12 }, (_, seed) => play(seed)))
    for (const [seed, told] of played.entries()) {
      const first = seed % 2
      t.is(told[0], `You are at ${first}. Goal 3.`)
      t.deepEqual(told[1], ['Invalid message: String should have at least 1 character', false, 0])
      t.deepEqual(told.at(-1), ['You are at 3. Goal 3.', true, 1])
      t.deepEqual(told[2], [`You are at ${first - 1}. Goal 3.`, false, 0])
    }
    const broken = await world.open(
      { seed: 0 },
      {
        ...{ key: derive(rootKey(0), 'test'), signal: new AbortController().signal },
        run: () => Promise.resolve([]),
      },
    )
    await t.throwsAsync(async () => broken.act('crash'), { message: /EXECUTION_ERROR: the world broke/ })
    await broken.close()
  },
)

withPython(
  variable,
  'the real client plays on the real server through a gateway, which keeps how its session came out',
  async (t, bin) => {
    const port = await freePort()
    const server = `http://127.0.0.1:${port}`
    await running(t, bin, ['scripts/peers/openenv-corridor.py', String(port), '2'], `${server}/health`)
    const directory = await temporaryFolder(t)
    const { url, key, close } = await createGateway({ directory, port: 0, threads: 1, openenv: server })
    t.teardown(close)
    const headers = { authorization: `Bearer ${key}`, 'x-session-id': 'game' }
    const asked = { messages: [{ role: 'user', content: 'You are at 0. Goal 2.' }], max_tokens: 2 }
    await fetch(`${url}/chat/completions`, {
      ...{ method: 'POST', body: JSON.stringify(asked) },
      headers: { ...headers, 'content-type': 'application/json', connection: 'close' },
    })
    const file = join(directory, 'episodes.json')
    await writeFile(
      file,
      JSON.stringify([{ reset: { seed: 0, goal: 2 }, commands: ['left', 'right', 'right', 'right'] }]),
    )
    const script = ['scripts/peers/openenv-play.py', url.replace(/\/v1$/, '/openenv'), file, JSON.stringify(headers)]
    const { outcomes } = (await told(bin, script)) as Played
    t.like(outcomes[0], { total: 1, done: true, won: true })
    const kept = (await readJournal(directory)).filter(({ kind }) => kind === 'outcome')
    t.like(kept, [{ outcome: 1, observation: 'You are at 2. Goal 2.', by: 'environment' }])
    t.is(kept.length, 1)
  },
)

test('tests of OpenEnv say whether they run', t => {
  t.log(process.env[variable] ?? `SKIPPED: ${variable} names no environment`)
  t.pass()
})
