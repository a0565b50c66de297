/** How the models of a run are spoken to: each by its tokenizer, and those made for conversations in the words of the world. */
import type { ChatTemplate } from '../../contracts/models/chat-template.ts'
import type { EnvironmentSource } from '../../contracts/worlds/environment-source.ts'
import type { World } from '../../contracts/worlds/world.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { conversation } from '../../model/chat/conversation.ts'
import type { RendererSources } from '../../model/renderers/load-renderers.ts'
import { loadTokenizer } from '../../model/tokenizer/load-tokenizer.ts'
import { loadWorld } from '../../rollout/load-world.ts'
import type { StoredModel, StoredModels } from './stored-model.ts'

/**
 * @param date the run's, which chat templates may write; `null` where it has none.
 * @throws {RangeError} if a model has a chat template that cannot be used, or the world no prompts for it.
 */
export async function speechOf(
  stored: StoredModels,
  environment: EnvironmentSource,
  date: string | null,
): Promise<RendererSources> {
  const all = Object.entries(stored)
  const tokenizers = Object.fromEntries(all.map(([name, { tokenizer }]) => [name, tokenizer]))
  const chats = Object.fromEntries(
    all.flatMap(([name, { chat }]) => (chat === undefined ? [] : [[name, withDate(chat, date)] as const])),
  )
  const [first] = Object.keys(chats)
  if (first === undefined) return { tokenizers }
  for (const [model, own] of all) historyOfModel(model, own, date)
  const { name, prompts } = await loadWorld(environment)
  if (prompts === undefined)
    throw new RangeError(`the world ${name} must have prompts, for the model ${first} has a chat template, got none`)
  return { tokenizers, chats, prompts }
}

/**
 * What conversations with these models are not, as sentences.
 *
 * @throws {RangeError} if a chat template cannot be used, naming the model.
 */
export const speechCaveats = (stored: StoredModels, date: string | null): readonly string[] =>
  Object.entries(stored).flatMap(([name, model]) =>
    historyOfModel(name, model, date) === 'thoughts-dropped'
      ? [
          `the chat template of the model ${name} leaves out earlier thoughts: here they stay in its context, since what was sampled is continued`,
        ]
      : [],
  )

/** Which models lack words of the world, as sentences: they skip such words without an error. */
export const vocabularyCaveats = (
  stored: StoredModels,
  { name: world, language }: Pick<World, 'name' | 'language'>,
): readonly string[] =>
  Object.entries(stored).flatMap(([name, { tokenizer: json, served }]) => {
    if (language === undefined || served !== undefined) return []
    const tokenizer = loadTokenizer(json)
    const missing = language.phrases.filter(phrase => tokenizer.encode(phrase).includes(tokenizer.unknown))
    if (missing.length === 0) return []
    const [known, all] = [language.phrases.length - missing.length, language.phrases.length]
    const some = missing.slice(0, 3).map(phrase => `'${phrase}'`)
    return [
      `the model ${name} knows ${known} of ${all} phrases of ${world}, and not ${some.join(', ')}${missing.length > 3 ? ', …' : ''}: ` +
        'its tokenizer is that of another world; "rlanything warm-start" makes a model for this one',
    ]
  })

const withDate = (chat: ChatTemplate, date: string | null): ChatTemplate => (date === null ? chat : { ...chat, date })

function historyOfModel(name: string, { tokenizer, chat }: StoredModel, date: string | null) {
  if (chat === undefined) return 'kept'
  try {
    return conversation(loadTokenizer(tokenizer), withDate(chat, date)).history
  } catch (thrown) {
    throw new RangeError(`the model ${name}: ${reasonOf(thrown)}`, { cause: thrown })
  }
}
