/** From a prompt in tokens to what a model answers: its parts, and the tokens as they were sampled. */
import type { Sample } from '../../contracts/models/device.ts'
import type { LanguageModel } from '../../contracts/models/language-model.ts'
import { derive, type Key } from '../../math/random.ts'
import type { Tokenizer } from '../../model/tokenizer/tokenizer.ts'
import type { AnswerChoice } from '../answers/agent-answer.ts'
import type { AgentRequest } from '../requests/agent-request.ts'
import type { AgentSpeech } from '../speech/agent-speech.ts'
import { ContextTooLong } from './request-fault.ts'

/** What answers: a model, and how it is spoken to. */
export interface Spoken {
  readonly model: Pick<LanguageModel, 'sample' | 'traits'>
  readonly speech: AgentSpeech
  readonly tokenizer: Tokenizer
}

/** An answer as it was sampled, and as it is sent. */
interface SampledTurn extends Pick<Sample, 'tokens' | 'logprobs' | 'version'> {
  readonly choice: AnswerChoice
}

/** Left out, an answer has at most this many tokens. */
const usualMaxTokens = 256

/**
 * One for each answer that is asked for. Where a text ends an answer, the tokens end with that in which it was complete.
 *
 * @param turn id; it is part of the calls' ids, which are then found again.
 * @param key of all chance in it; a `seed` that is asked for replaces it.
 * @throws {ContextTooLong} if nothing can be written after the prompt.
 */
export async function sampledTurns(
  { model, speech, tokenizer }: Spoken,
  request: AgentRequest,
  { prompt, turn, callPrefix, key }: { prompt: Int32Array; turn: string; callPrefix: string; key: Key },
): Promise<readonly SampledTurn[]> {
  const { sampling, toolChoice, parallelCalls, schema } = request
  const room = model.traits.contextTokens - prompt.length
  if (room < 1)
    throw new ContextTooLong(
      `prompt is too long: ${prompt.length} tokens > ${model.traits.contextTokens - 1} maximum, for the model's context has ${model.traits.contextTokens}`,
    )
  const samples = await model.sample({
    tokens: prompt,
    count: sampling.count,
    maxTokens: Math.min(room, Math.max(1, sampling.maxTokens ?? usualMaxTokens)),
    temperature: sampling.temperature ?? 1,
    topP: sampling.topP ?? 1,
    stop: speech.stop,
    key: sampling.seed === null ? key : derive(key, 'seed', sampling.seed),
    ...(schema === null ? {} : { schema }),
  })
  const offered = { ...request, tools: toolChoice === 'none' ? [] : request.tools }
  return samples.map((sample, index) => {
    const end = stopIn(tokenizer, sample.tokens, sampling.stop)
    const tokens = sample.tokens.slice(0, end?.tokens)
    const logprobs = sample.logprobs.slice(0, tokens.length)
    const written = speech.read(tokens, offered)
    const calls = written.calls.slice(0, parallelCalls ? undefined : 1)
    return {
      ...{ tokens, logprobs, version: sample.version },
      choice: {
        text: end === null ? written.text : beforeStop(written.text, end.text),
        calls: calls.map((call, at) => ({ kind: 'call', id: `${callPrefix}${turn}_${index}_${at}`, ...call })),
        finish: end === null ? sample.finish : 'stop',
        stoppedBy: end?.text ?? null,
        logprobs:
          sampling.logprobs === null
            ? null
            : [...tokens].map((token, at) => ({ token: tokenizer.decode([token]), logprob: logprobs[at] ?? 0 })),
      },
    }
  })
}

/** The text that ends an answer first, and the tokens up to that in which it is complete. */
function stopIn(
  tokenizer: Tokenizer,
  sampled: Int32Array,
  texts: readonly string[],
): { readonly text: string; readonly tokens: number } | null {
  if (texts.every(text => !tokenizer.decode(sampled).includes(text))) return null
  for (let tokens = 1; tokens <= sampled.length; tokens += 1) {
    const written = tokenizer.decode(sampled.slice(0, tokens))
    const text = texts.find(each => written.includes(each))
    if (text !== undefined) return { text, tokens }
  }
  return null
}

const beforeStop = (text: string, stop: string): string => text.split(stop, 1)[0] ?? ''
