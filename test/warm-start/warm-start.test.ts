import test from 'ava'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { rootKey } from '../../src/math/random.ts'
import { loadRunConfig } from '../../src/methods/registry/run-config.ts'
import { loadModel, saveModel } from '../../src/model/checkpoint.ts'
import { withAdapter } from '../../src/model/lora/lora.ts'
import { initialise } from '../../src/model/tensors/initialise.ts'
import { loadStored } from '../../src/run/actors/stored-model.ts'
import type { WarmStartOptions } from '../../src/warm-start/events.ts'
import { makeStarters } from '../../src/warm-start/warm-start.ts'
import { lastValueFrom, toArray } from 'rxjs'
import { chatJson, templateOf } from '../fixtures/chat.ts'
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

test('a reward model that begins as the policy differs from it by what it has learnt', async t => {
  const folder = await temporaryFolder(t)
  const config = tinyConfig({ policy: null, rewardModel: null })
  const model = { hidden_size: 16, intermediate_size: 24, num_hidden_layers: 1, num_attention_heads: 2 }
  const policy = { batches: 2, episodes: 2 }
  const made = async (out: string, fromPolicy: boolean, learningRate: number) => {
    const rewardModel = { batches: 1, episodes: 2, fromPolicy, learningRate }
    await lastValueFrom(makeStarters({ config, out: join(folder, out), recipe: { model, policy, rewardModel } }))
    return Promise.all(['policy', 'reward-model'].map(async role => (await loadModel(join(folder, out, role))).weights))
  }
  const [first, still] = await made('still', true, 1e-30)
  t.deepEqual(still, first, 'its rate is too small to move it')
  const [same, learnt] = await made('learnt', true, 1e-2)
  t.deepEqual(same, first)
  t.notDeepEqual(learnt, first)
  const [, other] = await made('other', false, 1e-30)
  t.notDeepEqual(other, first)
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

test('a model made for conversations learns by its template in its adapter alone, and keeps both', async t => {
  const folder = await temporaryFolder(t)
  const base = join(folder, 'base')
  const shape = {
    ...{ vocab_size: 306, hidden_size: 16, intermediate_size: 24, num_hidden_layers: 1, num_attention_heads: 2 },
    ...{ num_key_value_heads: 1, max_position_embeddings: 2048, rms_norm_eps: 1e-6, rope_theta: 10_000 },
    tie_word_embeddings: true,
  }
  const lora = { r: 2, lora_alpha: 4, target_modules: ['q_proj', 'down_proj'] } as const
  const state = withAdapter(initialise(shape, rootKey(1)), lora, rootKey(2))
  await saveModel(base, state, { tokenizer: chatJson, chat: templateOf('chatml') })
  const config = await loadRunConfig(
    {
      environment: { name: 'puzzles', options: { families: ['GCD'] } },
      policy: { maxTokens: 8 },
      rewardModel: { maxTokens: 8 },
      evaluation: { tasks: 2, probeTasks: 1, temperatures: [0] },
    },
    null,
  )
  const out = join(folder, 'starters')
  const phase = { batches: 1, episodes: 2 }
  const recipe = { base, policy: phase, rewardModel: phase, review: { share: 1 } }
  const events = await lastValueFrom(makeStarters({ config, out, recipe }).pipe(toArray()))
  t.true(events.every(event => event.kind !== 'progress' || (event.loss !== null && event.loss > 0)))
  t.deepEqual(
    events.slice(-2).map(({ kind }) => kind),
    ['saved', 'measured'],
    'a measurement that is broken off loses nothing',
  )
  for (const role of ['policy', 'reward-model']) {
    const { chat, tokenizer } = await loadStored(join(out, role))
    t.is(tokenizer, chatJson)
    t.is(chat?.source, templateOf('chatml').source)
    const learnt = await loadModel(join(out, role))
    t.is(learnt.optimiser, undefined)
    const changed = Object.keys(learnt.weights).filter(
      name => !isDeepStrictEqual(learnt.weights[name], state.weights[name]),
    )
    t.true(changed.length > 0 && changed.every(name => name.includes('.lora_')), changed.join())
  }
})
