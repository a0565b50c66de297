import { derive, type Key } from '../../math/random.ts'
import type { AnswerHead } from '../answers/answer-stream.ts'
import { isAnswer } from '../history/item.ts'
import type { PlacedRequest, TurnPlace } from '../history/turn.ts'
import type { TurnLine } from '../journal.ts'
import type { AskedTurn } from './asked-turn.ts'
import { sampledTurns, type Audience, type Spoken } from './sampled-turn.ts'
import { promptOf, type TurnTokens } from '../history/turn-tokens.ts'

/** A turn that is to be sampled. */
export interface PlacedTurn {
  readonly id: string
  readonly session: string
  readonly asked: AskedTurn
  readonly placed: PlacedRequest
  readonly place: TurnPlace
  /** Milliseconds since 1970. */
  readonly at: number
  /** The turn that it goes on from, token by token; `null` if all of it is read anew. */
  readonly before: TurnTokens | null
  /** All that was said, where it is read anew. */
  readonly history: Parameters<Spoken['speech']['opening']>[1]
}

/** What the model reads of a turn: all of it, and what it has not read before. */
interface ReadPrompt {
  readonly read: Int32Array
  readonly own: Int32Array
}

/** @throws {RangeError} if the model cannot be told the conversation. */
export function readPrompt({ speech }: Spoken, { asked: { request }, place, before, history }: PlacedTurn): ReadPrompt {
  const last = place.fresh.at(-1)
  if (last === undefined || isAnswer(last))
    throw new RangeError('the conversation must end with a message of the user or what a call gave')
  if (before === null) {
    const own = speech.opening(request, history)
    return { read: own, own }
  }
  const own = speech.next(request, before.answer, place.fresh)
  return { read: promptOf({ before, prompt: own }), own }
}

export const headOf = ({ id, asked, at }: PlacedTurn, { read }: ReadPrompt): AnswerHead => ({
  ...{ id, createdAt: Math.floor(at / 1000), model: asked.request.model, promptTokens: read.length },
})

/** Samples a turn. @throws {ContextTooLong} */
export async function turnLine(
  spoken: Spoken,
  key: Key,
  turn: PlacedTurn,
  prompt: ReadPrompt,
  audience: Audience,
): Promise<TurnLine> {
  const { id, session, at, before, placed } = turn
  const { dialect, request, train, name, task } = turn.asked
  const { parent, held, fresh } = turn.place
  const { seed } = request.sampling
  const drawn = seed === null ? derive(key, id) : derive(key, 'seed', seed)
  const wanted = { prompt: prompt.read, turn: id, callPrefix: dialect.callPrefix, key: drawn }
  const sampled = await sampledTurns(spoken, request, wanted, audience)
  /* A server may tell no log-probabilities. */
  const isExact = sampled.every(({ logprobs }) => logprobs.every(Number.isFinite))
  const [first, ...others] = sampled.map(({ choice }) => choice)
  if (first === undefined) throw new RangeError('the model must give at least one answer, got none')
  return {
    ...{ kind: 'turn', id, at, session, name, task, dialect: dialect.path, parent, held, fresh },
    train: train && isExact,
    ...{ prompt: placed.prompt, body: placed.body },
    ...(placed.lasting === undefined ? {} : { lasting: placed.lasting }),
    ...{ after: before === null ? null : parent, promptTokens: [...prompt.own] },
    answer: {
      ...headOf(turn, prompt),
      choices: [first, ...others],
      answerTokens: sampled.reduce((sum, { tokens }) => sum + tokens.length, 0),
    },
    sampled: sampled.map(({ tokens, logprobs, version }) => ({ tokens, logprobs: isExact ? logprobs : [], version })),
  }
}

/** Whether its clients left before its end. */
export const isCut = ({ answer }: TurnLine): boolean => answer.choices.some(({ finish }) => finish === 'cut')
