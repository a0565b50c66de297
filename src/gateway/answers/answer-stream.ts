/** An answer that is sent while it is sampled, in no dialect yet. */
import type { AgentAnswer, TokenLogprob } from './agent-answer.ts'

/** What is known of an answer before it is there. */
export type AnswerHead = Pick<AgentAnswer, 'id' | 'createdAt' | 'model' | 'promptTokens'>

/** Further text of one of its choices. */
export interface AnswerPiece {
  readonly choice: number
  readonly text: string
  /** Of the tokens since the piece before; `null` if they were not asked for. */
  readonly logprobs: readonly TokenLogprob[] | null
}

/** Writes the events of one answer, in this order. */
export interface AnswerStream {
  readonly begin: () => readonly string[]
  /** Once all pieces were given, the text of each choice has been. */
  readonly piece: (piece: AnswerPiece) => readonly string[]
  readonly end: (answer: AgentAnswer) => readonly string[]
}

/**
 * The events of an answer as its pieces come, and then what is left of it.
 *
 * @throws whatever the answer failed with.
 */
export async function* streamed(
  stream: AnswerStream,
  pieces: AsyncIterable<AnswerPiece>,
  answered: Promise<AgentAnswer>,
): AsyncGenerator<string> {
  const sent = new Map<number, { readonly text: number; readonly logprobs: number }>()
  const write = (piece: AnswerPiece): string => {
    const { text = 0, logprobs = 0 } = sent.get(piece.choice) ?? {}
    sent.set(piece.choice, {
      text: text + piece.text.length,
      logprobs: logprobs + (piece.logprobs?.length ?? 0),
    })
    return stream.piece(piece).join('')
  }
  yield stream.begin().join('')
  for await (const piece of pieces) yield write(piece)
  const answer = await answered
  for (const [choice, { text, logprobs }] of answer.choices.entries()) {
    const before = sent.get(choice) ?? { text: 0, logprobs: 0 }
    const left = { text: text.slice(before.text), logprobs: logprobs?.slice(before.logprobs) ?? null }
    if (left.text !== '' || (left.logprobs?.length ?? 0) > 0) yield write({ choice, ...left })
  }
  yield stream.end(answer).join('')
}
