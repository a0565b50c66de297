/** The loop's own actors under a virtual clock, with a device and an adapter that are small enough to see through. */
import { concatMap, from as emit } from 'rxjs'
import { pathToFileURL } from 'node:url'
import environment from '../../../actors/environment.ts'
import formulas from '../../../examples/formulas.ts'
import policy from '../../../actors/policy.ts'
import observer from '../../../actors/observer.ts'
import type { Actor, Addressed } from '../../../src/contracts/actor.ts'
import { addresses } from '../../../src/contracts/addresses.ts'
import { adapterName, type Proposed, type StateReply, type ToAdapter } from '../../../src/curriculum/messages.ts'
import type { Sample, SampleRequest, ModelState } from '../../../src/contracts/models/device.ts'
import type { ObserverProtocol, GpuReply, ToGpu } from '../../../src/contracts/messages/run.ts'
import { verdicts } from '../../../src/reward/verdicts/verdict-text.ts'
import { actionTokens } from '../../../src/model/renderers/word-renderer.ts'
import { buildTokenizerJson } from '../../../src/model/tokenizer/tokenizer-json.ts'
import { loadTokenizer } from '../../../src/model/tokenizer/load-tokenizer.ts'
import type { ModelReference } from '../../../src/contracts/models/model-reference.ts'
import type { ModelTraits } from '../../../src/contracts/models/model-traits.ts'
import { unreachable } from '../../../src/contracts/unreachable.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { emptyMemory, learn } from '../../../src/curriculum/edit-memory.ts'
import colours from '../../fixtures/worlds/colours.ts'
import { coloursModule } from '../tiny-run.ts'

/** A world, and what models say in it. */
export interface Scene {
  readonly module: string
  readonly task: unknown
  /** Text of a tokenizer.json. */
  readonly json: string
  readonly protocol: ObserverProtocol
  /** What models may write: one of these. */
  readonly words: readonly string[]
}

export const coloursScene: Scene = {
  module: pathToFileURL(coloursModule).href,
  task: { wanted: ['red', 'blue'], limit: 3 },
  json: buildTokenizerJson(colours().language, Object.values(verdicts)),
  protocol: 'verdicts',
  words: ['red', 'green', 'blue', 'white', 'black', 'brown', ...Object.values(verdicts)],
}

export const formulasScene: Scene = {
  module: new URL('../../../examples/formulas.js', import.meta.url).href,
  task: { times: 2, plus: 3 },
  json: buildTokenizerJson(formulas().language),
  protocol: 'unit-tests',
  words: ['n * 2 + 3', 'n * 2', '3 + n', 'n n', '0 -> 3', '4 -> 11', '1 -> 1', '->'],
}

/** A model is what was done to it: the numbers of its updates with all that was accumulated before each, in order. */
interface Model {
  done: readonly number[]
  begun: readonly number[]
  readonly contexts: Map<string, readonly number[]>
}

/** A model's state that is a list of numbers. */
export const stateOf = (done: readonly number[]): ModelState => ({
  config: {
    vocab_size: 1,
    hidden_size: 1,
    intermediate_size: 1,
    num_hidden_layers: 1,
    num_attention_heads: 1,
    num_key_value_heads: 1,
    max_position_embeddings: 1,
    rms_norm_eps: 1,
    rope_theta: 1,
    tie_word_embeddings: true,
  },
  weights: { done: { shape: [done.length], data: Float32Array.from(done) } },
})

/** A reference to such a state. */
export const memoryOf = (done: readonly number[]): ModelReference => ({ kind: 'memory', state: stateOf(done) })

/** The numbers of the state that `memoryOf` refers to. */
export const doneOf = (reference: ModelReference): Float32Array =>
  (reference.kind === 'memory' ? reference.state.weights['done']?.data : undefined) ?? new Float32Array(0)

/** What an engine says of a model that is lost with its actor. */
export const usualTraits: ModelTraits = {
  contextTokens: 1,
  reproducible: true,
  durable: false,
  branches: true,
  clips: true,
  entropy: true,
}

/** A number that depends on every one of these, and on their order. */
const mix = (...values: readonly number[]): number =>
  values.reduce((sum, value) => (Math.imul(sum, 16_777_619) ^ (value | 0)) >>> 0, 2_166_136_261)

function draw(model: Model, words: readonly Int32Array[], request: SampleRequest): readonly Sample[] {
  const context = [...(model.contexts.get(request.sequenceId) ?? []), ...request.tokens]
  const samples = Array.from({ length: request.count }, (_, index) => {
    const tokens =
      words[mix(...model.done, -1, ...context, -1, request.key.high, request.key.low, index) % words.length]!
    return { tokens, logprobs: new Float32Array(tokens.length), finish: 'stop' as const, version: model.done.length }
  })
  model.contexts.set(request.sequenceId, request.appendToContext ? [...context, ...samples[0]!.tokens] : context)
  return samples
}

const nothing = { uses: [], wallMs: 0, busyMs: 0, idleMs: 0 } as const

/** Does what a gpu actor does, to models that are lists. @param contexts is told how many each life keeps. */
const gpu =
  ({ json, words: texts }: Scene, contexts: (count: number) => void): Actor<ToGpu, GpuReply> =>
  (inbox, { name: from }) => {
    const tokenizer = loadTokenizer(json)
    const words = texts.map(text => actionTokens(tokenizer, text))
    const models = new Map<string, Model>()
    const react = (message: ToGpu): readonly GpuReply[] => {
      const { from: to } = message
      if (message.kind === 'get-usage') return [{ kind: 'usage', to, from, id: message.id, ...nothing }]
      if (message.kind === 'load') {
        models.set(message.model, { done: [...doneOf(message.reference)], begun: [], contexts: new Map() })
        return [{ kind: 'loaded', to, from, id: message.id, ...usualTraits }]
      }
      const model = models.get(message.model)
      if (model === undefined) {
        const failure = { kind: 'invalid' as const, reason: `no model is named ${message.model}` }
        return message.kind === 'release' ? [] : [{ kind: 'failed', to, from, id: message.id, failure }]
      }
      switch (message.kind) {
        case 'sample':
          return [{ kind: 'sampled', to, from, id: message.id, samples: draw(model, words, message.request) }]
        case 'release':
          for (const sequenceId of message.sequenceIds) model.contexts.delete(sequenceId)
          return []
        case 'logprobs':
          return [{ kind: 'logprobs-done', to, from, id: message.id, logprobs: [Float32Array.of(mix(...model.done))] }]
        case 'forward-backward': {
          model.begun = [...model.begun, ...message.examples.map(({ sequence }) => sequence.tokens[0]!)]
          const sums = {
            spans: model.done.length,
            tokens: model.begun.length,
            loss: 0,
            weight: 0,
            kl: 0,
            clipped: 0,
            entropy: 0,
            read: 0,
            padding: 0,
          }
          return [{ kind: 'forward-backward-done', to, from, id: message.id, sums }]
        }
        case 'optim-step': {
          model.done = [...model.done, ...model.begun, -message.options.learningRate]
          model.begun = []
          return [
            {
              kind: 'optim-step-done',
              to,
              from,
              id: message.id,
              updated: { step: model.done.length, gradientNorm: 0 },
            },
          ]
        }
        case 'forward':
        case 'backward':
        case 'row-gradients':
          throw new Error('there are no networks on this stage')
        case 'save':
          return [{ kind: 'saved', to, from, id: message.id }]
        case 'snapshot':
          return [
            { kind: 'snapshot-done', to, from, id: message.id, model: message.model, reference: memoryOf(model.done) },
          ]
        default:
          return unreachable(message)
      }
    }
    return inbox.pipe(
      concatMap(message => {
        const replies = react(message)
        contexts([...models.values()].reduce((sum, model) => sum + model.contexts.size, 0))
        return emit(replies)
      }),
    )
  }

/** Proposes what it remembers. */
const adapter: Actor<ToAdapter, Proposed | StateReply> = (inbox, { name: from }) => {
  let memory = emptyMemory
  const react = (message: ToAdapter): readonly (Proposed | StateReply)[] => {
    const { from: to } = message
    switch (message.kind) {
      case 'adapt': {
        const { id, slot } = message
        const proposal = { task: null, edit: '', complaint: null, reason: JSON.stringify(memory) }
        return [{ kind: 'proposed', to, from, id, slot, proposal, failure: null }]
      }
      case 'proposal-outcome':
        memory = learn(memory, message)
        return []
      case 'get-state':
        return [{ kind: 'state', to, from, id: message.id, memory }]
      case 'set-state':
        memory = message.memory
        return []
      default:
        return unreachable(message)
    }
  }
  return inbox.pipe(concatMap(message => emit(react(message))))
}

export interface PlayersOptions {
  readonly scene: Scene
  /** Environment threads. */
  readonly threads: number
  /** Is told how many contexts the device keeps. */
  readonly contexts: (count: number) => void
  readonly run: Sandbox['run']
}

/** Every actor of a run, restarted whenever it dies. */
export async function players({
  scene,
  threads,
  contexts,
  run,
}: PlayersOptions): Promise<readonly { readonly name: string; readonly actor: Actor<never, Addressed> }[]> {
  const { module, json: tokenizer } = scene
  const world = await environment({ module, options: {} }, () => ({ run, close: () => Promise.resolve() }))
  const supervision = { kind: 'restart', maxRestarts: 1000, withinMs: 1, firstDelayMs: 1 } as const
  const all: readonly { readonly name: string; readonly actor: Actor<never, Addressed> }[] = [
    { name: addresses.gpu, actor: gpu(scene, contexts) },
    { name: addresses.policy, actor: policy({ tokenizers: { policy: tokenizer } }) },
    { name: addresses.observer, actor: observer({ tokenizers: { policy: tokenizer, 'reward-model': tokenizer } }) },
    { name: adapterName, actor: adapter },
    ...Array.from({ length: threads }, (_, index) => ({ name: addresses.environment(index), actor: world })),
  ]
  return all.map(each => ({ ...each, supervision }))
}
