/** The model that answers agents: from a folder, on any engine, or of a server that only samples. */
import { openaiSchema, serviceContradictions, type ServiceSettings } from '../../config/openai-schema.ts'
import type { ChatTemplate } from '../../contracts/models/chat-template.ts'
import { loadTokenizer } from '../../model/tokenizer/load-tokenizer.ts'
import { loadStored } from '../../run/actors/stored-model.ts'
import { servedStored } from '../../run/actors/served-models.ts'
import { parsed } from '../../text/parsed.ts'
import type { AgentSpeech } from '../speech/agent-speech.ts'
import { chatSpeech } from '../speech/chat.ts'
import { wordsSpeech } from '../speech/words.ts'
import type { Spoken } from './sampled-turn.ts'

/** A server with an OpenAI-compatible API, or that of llama.cpp: what is left out is as for a run's models. */
export type PolicyService = Pick<ServiceSettings, 'url'> & Partial<ServiceSettings>

interface GatewayPolicy extends Pick<Spoken, 'speech' | 'tokenizer' | 'pieceTokens'> {
  readonly source: string | ServiceSettings
  /** Text of its tokenizer.json. */
  readonly json: string
  readonly chat: ChatTemplate | undefined
}

/** Most tokens that are drawn before they are sent on: here, and where each piece is a request to a server. */
const [pieceTokens, remotePieceTokens] = [16, 64]

/**
 * @param isRemote whether the engine is elsewhere.
 * @throws {RangeError} if the folder is no model, or a setting of the server is wrong.
 */
export async function gatewayPolicy(given: string | PolicyService, isRemote: boolean): Promise<GatewayPolicy> {
  const source = typeof given === 'string' ? given : serviceOf(given)
  const stored = typeof source === 'string' ? await loadStored(source) : await servedStored(source)
  const { tokenizer: json, chat } = stored
  const tokenizer = loadTokenizer(json)
  const speech = chat === undefined ? wordsSpeech(tokenizer) : chatSpeech(tokenizer, chat)
  const model = { source, json, chat, tokenizer }
  if (typeof source === 'string') return { ...model, speech, pieceTokens: isRemote ? remotePieceTokens : pieceTokens }
  return source.api === 'chat'
    ? { ...model, speech: withoutTools(speech, source.url), pieceTokens: Infinity }
    : { ...model, speech, pieceTokens: remotePieceTokens }
}

function serviceOf(given: PolicyService): ServiceSettings {
  const service = parsed('policy', openaiSchema, given)
  const [contradiction] = serviceContradictions('policy', service)
  if (contradiction !== undefined) throw new RangeError(contradiction)
  return service
}

/** Messages alone are sent: tools would be left out. */
function withoutTools(speech: AgentSpeech, url: string): AgentSpeech {
  const refuse = (tools: readonly unknown[]): void => {
    if (tools.length > 0)
      throw new RangeError(
        `the server at ${url} is sent messages alone, got ${tools.length} tools: give it api 'completions' and a tokenizer`,
      )
  }
  return {
    ...speech,
    opening: (prompt, items) => {
      refuse(prompt.tools)
      return speech.opening(prompt, items)
    },
    next: (prompt, answer, fresh) => {
      refuse(prompt.tools)
      return speech.next(prompt, answer, fresh)
    },
  }
}
