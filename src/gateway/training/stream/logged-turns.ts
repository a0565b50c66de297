/** The turns that a line of the journal tells of: one for each answer to its request. Pure. */
import { choiceItems } from '../../answers/agent-answer.ts'
import { choiceId } from '../../history/choice-id.ts'
import type { TurnLine } from '../../journal.ts'
import type { LoggedTurn } from './logged-turn.ts'

/** @param before whose tokens come before; `null` if there are none, or they are not at hand. @param isNew whether a turn may be trained on still. */
export function loggedTurns(line: TurnLine, before: LoggedTurn | null, isNew: (turn: string) => boolean) {
  const { id, session, at, fresh, after, promptTokens, sampled, answer, train } = line
  /* One whose prompt is not all there cannot be trained on. */
  const isWhole = after === null || before !== null
  return sampled.map(({ tokens, logprobs, version }, index) => {
    const choice = answer.choices[index]
    const turnId = choiceId(id, index)
    const turn: LoggedTurn = {
      ...{ id: turnId, session, at, before, prompt: promptTokens, asked: fresh.at(-1) ?? null },
      ...{ answer: tokens, logprobs, version, next: null, judgement: null, human: null },
      isOffered: index === 0,
      train: train && isWhole && tokens.length > 0 && isNew(turnId),
    }
    return { turn, items: choice === undefined ? [] : choiceItems(choice) }
  })
}
