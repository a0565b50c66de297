/** Handles of the language models on the engine, over the requests to it. */
import { addresses } from '../../contracts/addresses.ts'
import type { Client } from '../../contracts/messages/client.ts'
import type { Sequence } from '../../contracts/models/device.ts'
import type { LanguageModel, LanguageModels } from '../../contracts/models/language-model.ts'
import type { ChatTemplate, RendererForm } from '../../contracts/models/chat-template.ts'
import type { ModelTraits } from '../../contracts/models/model-traits.ts'
import { completeObjective } from '../../losses/objective.ts'
import { adamDefaults } from '../../math/adamw.ts'
import { nth } from '../../math/nth.ts'
import { portableReference, saveReference } from '../../model/reference.ts'
import { derive } from '../../math/random.ts'
import type { ModelTokenizer } from './stored-model.ts'
import { isChain } from '../../engine/semantics/tree.ts'

interface ModelsOptions {
  /** Address of the engine that has a model; the gpu actor's if left out. */
  readonly engineOf?: (model: string) => string
  /** Whether the engine is on another machine: it is sent weights, and sends them to be saved here. */
  readonly isFar?: boolean | undefined
  /** By model: each is saved with the tokenizer that it has here, unless another is named. */
  readonly tokenizers?: Readonly<Record<string, ModelTokenizer>>
  /** Of those that are spoken to in a chat template. */
  readonly chats?: Readonly<Record<string, ChatTemplate>>
}

/** @returns for each name one handle, the same one each time. */
export function createLanguageModels(
  client: Pick<Client, 'call' | 'tell'>,
  { engineOf = () => addresses.gpu, isFar = false, tokenizers = {}, chats = {} }: ModelsOptions = {},
): LanguageModels {
  const models = new Map<string, LanguageModel>()
  return name => {
    const form = Object.hasOwn(chats, name) ? 'chat' : 'words'
    const place = { engine: engineOf(name), isFar, tokenizer: tokenizers[name], form } as const
    const model = models.get(name) ?? languageModel(client, name, place)
    models.set(name, model)
    return model
  }
}

interface ModelPlace {
  readonly engine: string
  readonly isFar: boolean
  readonly tokenizer: ModelTokenizer | undefined
  readonly form: RendererForm
}

const promptDefaults = {
  promptSuffix: new Int32Array(0),
  count: 1,
  appendToContext: false,
  temperature: 0,
  topP: 1,
  stop: [],
}

function languageModel(
  { call, tell }: Pick<Client, 'call' | 'tell'>,
  name: string,
  { engine, isFar, tokenizer, form }: ModelPlace,
): LanguageModel {
  const asked = { to: engine, model: name } as const
  let prompts = 0
  let known: ModelTraits | null = null
  const refuseTrees = (sequences: readonly Sequence[]): void => {
    const tree =
      known?.branches === false ? sequences.findIndex(({ parents }) => parents !== undefined && !isChain(parents)) : -1
    if (tree >= 0)
      throw new RangeError(
        `the engine of the model ${name} takes no trees: sequences[${tree}] must be a chain, got one that branches`,
      )
  }
  const snapshot: LanguageModel['snapshot'] = async () => (await call({ kind: 'snapshot', ...asked })).reference
  return {
    name,
    form,
    get traits() {
      if (known === null) throw new RangeError(`model ${name} is not loaded: load it before its traits are read`)
      return known
    },
    sample: async prompt => {
      prompts += 1
      const sequenceId = `prompt ${prompts}`
      const request = { ...promptDefaults, ...prompt, sequenceId }
      const { samples } = await call({ kind: 'sample', ...asked, request })
      tell({ kind: 'release', ...asked, sequenceIds: [sequenceId] })
      return samples
    },
    stream: async function* ({ tokens, maxTokens, key, ...prompt }, pieceTokens) {
      let read: readonly number[] = [...tokens]
      let held: readonly string[] = []
      try {
        for (let drawn = 0; drawn < maxTokens; drawn = read.length - tokens.length) {
          prompts += 1
          const sequenceId = `prompt ${prompts}`
          /* All of it, for the engine may have died meanwhile: one that has not reuses what it has of the piece before. */
          const request = {
            ...{ ...promptDefaults, ...prompt, sequenceId, tokens: Int32Array.from(read), appendToContext: true },
            ...{ maxTokens: Math.min(pieceTokens, maxTokens - drawn), key: derive(key, drawn) },
          }
          const { samples } = await call({ kind: 'sample', ...asked, request })
          tell({ kind: 'release', ...asked, sequenceIds: held })
          held = [sequenceId]
          const sample = nth(samples, 0)
          yield sample
          if (sample.finish === 'stop') return
          read = [...read, ...sample.tokens]
        }
      } finally {
        tell({ kind: 'release', ...asked, sequenceIds: held })
      }
    },
    logprobs: async sequences => {
      refuseTrees(sequences)
      return (await call({ kind: 'logprobs', ...asked, sequences })).logprobs
    },
    forwardBackward: async (examples, objective) => {
      refuseTrees(examples.map(({ sequence }) => sequence))
      return (await call({ kind: 'forward-backward', ...asked, examples, objective: completeObjective(objective) }))
        .sums
    },
    optimStep: async options =>
      (await call({ kind: 'optim-step', ...asked, options: { ...adamDefaults, ...options } })).updated,
    load: async given => {
      const reference = isFar ? await portableReference(given) : given
      const { contextTokens, reproducible, durable, branches, clips, entropy } = await call({
        kind: 'load',
        ...asked,
        reference,
      })
      known = { contextTokens, reproducible, durable, branches, clips, entropy }
      /* From now on a fresh engine is sent the snapshot: it finds the same model, even if the folder is removed. */
      if (reference.kind === 'folder' && !durable) await snapshot()
      return known
    },
    save: async (folder, options = {}) => {
      const chosen = { ...tokenizer, ...options }
      if (isFar) await saveReference(folder, await snapshot(), chosen)
      else await call({ kind: 'save', ...asked, folder, ...chosen })
    },
    snapshot,
  }
}
