/** A turn from its prompt to its line on the disk. */
import type { Key } from '../../math/random.ts'
import type { AgentAnswer } from '../answers/agent-answer.ts'
import type { AnswerHead } from '../answers/answer-stream.ts'
import type { Journal, TurnLine } from '../journal.ts'
import type { Redaction } from '../sessions/redaction.ts'
import type { KeptTurns } from './kept-turns.ts'
import type { Audience, Spoken } from './sampled-turn.ts'
import { headOf, isCut, readPrompt, turnLine, type PlacedTurn } from './turn-line.ts'

interface AnswerTurnOptions {
  readonly spoken: Spoken
  /** Of all chance. */
  readonly key: Key
  readonly journal: Journal
  readonly redaction: Redaction
  readonly kept: Pick<KeptTurns, 'keep'>
}

interface TurnAudience extends Audience {
  /** Told once, before the first piece. */
  readonly begin: (head: AnswerHead) => void
}

/** Resolves when it is on the disk. @throws {RangeError} if the model cannot be told the conversation. @throws {ContextTooLong} */
export async function answerTurn(
  { spoken, key, journal, redaction, kept }: AnswerTurnOptions,
  turn: PlacedTurn,
  { begin, tell, listens }: TurnAudience,
): Promise<{ readonly line: TurnLine; readonly answer: AgentAnswer }> {
  const read = readPrompt(spoken, turn)
  const sampled = await turnLine(spoken, key, turn, read, {
    listens,
    tell: piece => {
      begin(headOf(turn, read))
      if (piece.text !== '') tell(piece)
    },
  })
  /* Nobody holds anything of it. */
  if (isCut(sampled) && sampled.answer.answerTokens === 0) throw new Error('the client left before anything was sent')
  const { before, history, place, asked } = turn
  const line = redaction.line(sampled, asked.request, before === null ? history : place.fresh)
  await journal.append(line)
  kept.keep(line)
  return { line, answer: sampled.answer }
}
