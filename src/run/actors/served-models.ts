import { servedModelOf, type ServiceSettings } from '../../config/openai-schema.ts'
import { messageTemplate, messageTokenizerJson } from '../../model/chat/message-tokens.ts'
import { loadChat } from '../../model/chat/load-chat.ts'
import { loadTokenizerJson } from '../../model/checkpoint.ts'
import type { StoredModel } from './stored-model.ts'

/**
 * A model on a server. Where it takes token ids, its tokenizer and chat template are those of a folder, which has none if the model
 * has a world's own vocabulary; else it gets messages.
 *
 * @throws {RangeError} if the folder has no tokenizer.
 */
export async function servedStored(service: ServiceSettings): Promise<StoredModel> {
  const served = servedModelOf(service)
  const known = { reference: { kind: 'served' as const }, config: null, served }
  const { tokenizer: folder } = service
  if (folder === null) return { ...known, tokenizer: messageTokenizerJson, chat: messageTemplate }
  const chat = await loadChat(folder)
  return { ...known, tokenizer: await loadTokenizerJson(folder), ...(chat === null ? {} : { chat }) }
}
