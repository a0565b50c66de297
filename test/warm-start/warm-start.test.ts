import test from 'ava'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { WarmStartOptions } from '../../src/warm-start/events.ts'
import { makeStarters } from '../../src/warm-start/warm-start.ts'
import { lastValueFrom, toArray } from 'rxjs'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { tinyConfig } from '../run/tiny-run.ts'

test('one model for both roles learns from the examples of both, and is saved twice', async t => {
  const out = join(await temporaryFolder(t), 'starters')
  const config = tinyConfig({ policy: null, rewardModel: null })
  const phase = { batches: 2, episodes: 2 }
  const recipe = {
    shared: true,
    model: { hidden_size: 16, intermediate_size: 24, num_hidden_layers: 1, num_attention_heads: 2 },
    policy: phase,
    rewardModel: phase,
  }
  const events = await lastValueFrom(makeStarters({ config, out, recipe }).pipe(toArray()))
  const steps = events.flatMap(event => (event.kind === 'progress' ? [event.model] : []))
  t.deepEqual(steps, ['policy', 'policy', 'reward-model', 'reward-model'])
  const weights = (role: string) => readFile(join(out, role, 'model.safetensors'))
  t.deepEqual(await weights('policy'), await weights('reward-model'))
})

test('without an expert, or where it is asked for, both models are random, and the same for a seed', async t => {
  const folder = await temporaryFolder(t)
  const config = tinyConfig({ policy: null, rewardModel: null })
  const name = fileURLToPath(new URL('../../examples/guess.js', import.meta.url))
  const guessing = { ...config, environment: { ...config.environment, name } }
  const made = async (options: Omit<WarmStartOptions, 'out'>, out: string) => {
    const events = await lastValueFrom(makeStarters({ ...options, out: join(folder, out) }).pipe(toArray()))
    t.like(events, [{ kind: 'saved', random: true }])
    return Promise.all(
      ['policy', 'reward-model'].map(role => readFile(join(folder, out, role, 'model.safetensors'), 'base64')),
    )
  }
  const [policy, rewardModel] = await made({ config: guessing }, 'a')
  t.not(policy, rewardModel)
  t.deepEqual(await made({ config: guessing }, 'b'), [policy, rewardModel])
  t.notDeepEqual(await made({ config: { ...guessing, seed: 2 } }, 'c'), [policy, rewardModel])
  await made({ config, random: true }, 'd')
})
