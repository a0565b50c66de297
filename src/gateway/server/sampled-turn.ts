/** From a prompt in tokens to what a model answers: its parts, and the tokens as they were sampled. */
import type { Sample } from '../../contracts/models/device.ts'
import type { LanguageModel } from '../../contracts/models/language-model.ts'
import { derive, type Key } from '../../math/random.ts'
import type { Tokenizer } from '../../model/tokenizer/tokenizer.ts'
import type { AnswerChoice, TokenLogprob } from '../answers/agent-answer.ts'
import type { AnswerPiece } from '../answers/answer-stream.ts'
import type { AgentRequest } from '../requests/agent-request.ts'
import type { AgentSpeech } from '../speech/agent-speech.ts'
import { beforeStops, endIn, type AnswerEnd } from '../speech/answer-end.ts'
import { ContextTooLong } from './request-fault.ts'

/** What answers: a model, and how it is spoken to. */
export interface Spoken {
  readonly model: Pick<LanguageModel, 'stream' | 'traits'>
  readonly speech: AgentSpeech
  readonly tokenizer: Tokenizer
  /** Most tokens that are drawn before they are sent on. */
  readonly pieceTokens: number
  /** Of requests that set none. */
  readonly temperature: number
}

/** An answer as it was sampled, and as it is sent. */
interface SampledTurn extends Pick<Sample, 'version'> {
  readonly tokens: readonly number[]
  /** Nats, one a token. */
  readonly logprobs: readonly number[]
  readonly choice: AnswerChoice
}

/** Those that wait for an answer. */
export interface Audience {
  /** Asked before a piece is sent and more is drawn. */
  readonly listens: () => boolean
  /** Called with each piece that is drawn, even if nothing of it can be sent yet. */
  readonly tell: (piece: AnswerPiece) => void
}

interface TurnPrompt {
  readonly prompt: Int32Array
  /** Id of the turn; it is part of the calls' ids, which are then found again. */
  readonly turn: string
  readonly callPrefix: string
  /** Of all chance in it. */
  readonly key: Key
}

/** Left out, an answer has at most this many tokens. */
const usualMaxTokens = 256

/**
 * One for each answer that is asked for. Where a text or a call ends an answer, the tokens end with that in which it was complete. Where nobody
 * listens any more, they end with what was sent.
 *
 * @throws {ContextTooLong} if nothing can be written after the prompt.
 */
export async function sampledTurns(
  spoken: Spoken,
  request: AgentRequest,
  turn: TurnPrompt,
  audience: Audience,
): Promise<readonly SampledTurn[]> {
  const { contextTokens } = spoken.model.traits
  const length = turn.prompt.length
  if (contextTokens - length < 1)
    throw new ContextTooLong(
      `prompt is too long: ${length} tokens > ${contextTokens - 1} maximum, for the model's context has ${contextTokens}`,
    )
  const offered = request.toolChoice === 'none' ? { ...request, tools: [] } : request
  const { count } = request.sampling
  return Promise.all(Array.from({ length: count }, (_, index) => sampledTurn(spoken, offered, turn, audience, index)))
}

async function sampledTurn(
  { model, speech, tokenizer, pieceTokens, temperature }: Spoken,
  request: AgentRequest,
  { prompt, turn, callPrefix, key }: TurnPrompt,
  { listens, tell }: Audience,
  index: number,
): Promise<SampledTurn> {
  const { sampling, schema, stream } = request
  const maxTokens = Math.min(
    model.traits.contextTokens - prompt.length,
    Math.max(1, sampling.maxTokens ?? usualMaxTokens),
  )
  const pieces = model.stream(
    {
      ...{ tokens: prompt, maxTokens, temperature: sampling.temperature ?? temperature, topP: sampling.topP ?? 1 },
      ...{ stop: speech.stop, key: derive(key, index) },
      ...(schema === null ? {} : { schema }),
    },
    /* A form is kept to from the first token to the last. */
    schema === null ? pieceTokens : maxTokens,
  )
  const tokens: number[] = []
  const logprobs: number[] = []
  let version = Infinity
  let finish: AnswerChoice['finish'] = 'length'
  let end: AnswerEnd | null = null
  let sent = { text: '', tokens: 0 }
  const reported = (from: number, to: number): readonly TokenLogprob[] | null => {
    if (sampling.logprobs === null || !logprobs.every(Number.isFinite)) return null
    return tokens
      .slice(from, to)
      .flatMap((token, at) =>
        speech.stop.includes(token) ? [] : [{ token: tokenizer.decode([token]), logprob: logprobs[from + at] ?? 0 }],
      )
  }
  const written = (length: number): string => speech.written(Int32Array.from(tokens.slice(0, length)))
  for await (const piece of pieces) {
    const begun = tokens.length
    for (const token of piece.tokens) tokens.push(token)
    for (const logprob of piece.logprobs) logprobs.push(logprob)
    version = Math.min(version, piece.version)
    finish = piece.finish
    end = endIn(speech, request, Int32Array.from(tokens), begun)
    if (end !== null) break
    if (piece.finish !== 'stop' && tokens.length < maxTokens && !listens()) {
      finish = 'cut'
      break
    }
    const settled = stream ? speech.settled(beforeStops(written(tokens.length), sampling.stop), request) : ''
    const grows = settled.length > sent.text.length && settled.startsWith(sent.text)
    const text = grows ? settled.slice(sent.text.length) : ''
    tell({ choice: index, text, logprobs: grows ? reported(sent.tokens, tokens.length) : null })
    if (grows) sent = { text: settled, tokens: tokens.length }
  }
  const isCut = finish === 'cut'
  const saysSent = (first: number): boolean => speech.read(written(first), request).text.startsWith(sent.text)
  const length = isCut ? fewest(sent.tokens, saysSent) : (end?.tokens ?? tokens.length)
  const { text, calls } = speech.read(end?.written ?? written(length), request)
  return {
    ...{ tokens: tokens.slice(0, length), logprobs: logprobs.slice(0, length), version },
    choice: {
      /* What was sent stands. */
      text: !isCut && text.startsWith(sent.text) ? text : sent.text,
      calls: (isCut ? [] : calls).map((call, at) => ({
        kind: 'call',
        id: `${callPrefix}${turn}_${index}_${at}`,
        ...call,
      })),
      finish: end === null ? finish : 'stop',
      stoppedBy: end?.stoppedBy ?? null,
      logprobs: reported(0, length),
    },
  }
}

/** The fewest of this many tokens that still say what they say. */
function fewest(tokens: number, isEnough: (tokens: number) => boolean): number {
  let enough = tokens
  while (enough > 0 && isEnough(enough - 1)) enough -= 1
  return enough
}
