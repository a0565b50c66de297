import type { ChatTemplate } from '../../contracts/models/chat-template.ts'
import type { WorldPrompts } from '../../contracts/worlds/prompts.ts'
import { loadTokenizers } from '../tokenizer/load-tokenizer.ts'
import { chatRenderer } from './chat.ts'
import type { Renderer } from './renderer.ts'
import { wordsRenderer } from './words.ts'

/** How models are spoken to, as plain data. */
export interface RendererSources {
  /** Text of the tokenizer.json of each model that may play or observe, by its name on the device. */
  readonly tokenizers: Readonly<Record<string, string>>
  /** Of those that have one; the others have a vocabulary of the world's own. */
  readonly chats?: Readonly<Record<string, ChatTemplate>>
  /** The world's; needed where there is a chat template. */
  readonly prompts?: WorldPrompts
  /** Address of the engine of each model that the gpu actor has not. */
  readonly engines?: Readonly<Record<string, string>>
}

/**
 * The renderers of several models, each made when it is first asked for.
 *
 * @returns that of a model. @throws {RangeError} from it, if there is no model of that name, or it cannot be spoken to so.
 * @throws {RangeError} as `loadTokenizer`.
 */
export function loadRenderers({ tokenizers, chats = {}, prompts }: RendererSources): (model: string) => Renderer {
  const tokenizerOf = loadTokenizers(tokenizers)
  const made = new Map<string, Renderer>()
  const make = (model: string): Renderer => {
    const tokenizer = tokenizerOf(model)
    const chat = Object.hasOwn(chats, model) ? chats[model] : undefined
    if (chat === undefined) return wordsRenderer(tokenizer)
    if (prompts === undefined) throw new RangeError(`the world must have prompts for the model ${model}, got none`)
    return chatRenderer(tokenizer, chat, prompts)
  }
  return model => {
    const renderer = made.get(model) ?? make(model)
    made.set(model, renderer)
    return renderer
  }
}
