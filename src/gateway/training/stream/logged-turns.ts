/** The turns that a line of the journal tells of: one for each answer to its request. Pure. */
import { choiceItems } from '../../answers/agent-answer.ts'
import { choiceId } from '../../history/choice-id.ts'
import type { TurnLine } from '../../journal.ts'
import type { LoggedTurn } from './logged-turn.ts'

/**
 * Each with the reason why it cannot be trained on; `null` if there is none.
 *
 * @param before whose tokens come before; `null` if there are none, or they are not at hand.
 * @param isNew whether a turn may be trained on still.
 */
export function loggedTurns(line: TurnLine, before: LoggedTurn | null, isNew: (turn: string) => boolean) {
  const { id, session, at, fresh, after, promptTokens, sampled, answer } = line
  const isWhole = after === null || before !== null
  return sampled.map(({ tokens, logprobs, version }, index) => {
    const reason = unfit(line, tokens, logprobs) ?? (isWhole ? null : 'prompt not at hand')
    const choice = answer.choices[index]
    const turnId = choiceId(id, index)
    const turn: LoggedTurn = {
      ...{ id: turnId, session, at, before, prompt: promptTokens, asked: fresh.at(-1) ?? null },
      ...{ answer: tokens, logprobs, version, next: null, feedback: null, human: null },
      isOffered: index === 0,
      train: reason === null && isNew(turnId),
    }
    return { turn, reason, items: choice === undefined ? [] : choiceItems(choice) }
  })
}

/** Why an answer cannot be trained on, whatever was read before it. */
function unfit({ train, withheld }: TurnLine, tokens: readonly number[], logprobs: readonly number[]): string | null {
  if (withheld === true) return 'redacted'
  if (tokens.length === 0) return 'empty'
  if (logprobs.length < tokens.length) return 'no log-probabilities'
  return train ? null : 'not asked for'
}
