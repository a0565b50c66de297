/** How the reward model reads turns: as the steps of an episode, one after the other. Pure. */
import { concatenated } from '../../model/tensors/side-by-side.ts'
import type { VerdictNote } from '../../contracts/episode.ts'
import type { Renderer } from '../../model/renderers/renderer.ts'
import { turnsUpTo } from '../history/turn-tokens.ts'
import type { GivenVerdict } from '../history/turn-verdicts.ts'
import { spokenIn, type LoggedTurn } from './stream/logged-turn.ts'

export interface TurnReading {
  /** What is read of a turn after those before it on its line. */
  readonly own: (turn: LoggedTurn) => Int32Array
  /** The line of conversation up to a turn, and what happened next. */
  readonly whole: (turn: LoggedTurn) => Int32Array
  readonly suffix: Int32Array
  /** Votes as they were sampled. */
  readonly voted: (context: Int32Array, given: readonly GivenVerdict[]) => VerdictNote
  /** The text of an answer. */
  readonly said: (turn: LoggedTurn) => string
}

/** @param said the text that the policy wrote with these tokens. */
export function turnReading(renderer: Renderer, said: (tokens: Int32Array) => string): TurnReading {
  const { read, promptSuffix } = renderer.reading('verdicts')
  const saidBy = ({ answer }: LoggedTurn): string => said(Int32Array.from(answer))
  const stepOf = (turn: LoggedTurn, step: number, next: string): Int32Array =>
    read({ step, opening: step === 0 ? spokenIn(turn.asked) : '', action: saidBy(turn), observation: next })
  return {
    own: turn => stepOf(turn, turnsUpTo(turn).length - 1, turn.next ?? ''),
    whole: turn => {
      const line = turnsUpTo(turn)
      return concatenated(
        Int32Array,
        line.map((each, step) =>
          stepOf(each, step, line[step + 1] === undefined ? (turn.next ?? '') : spokenIn(line[step + 1]?.asked)),
        ),
      )
    },
    suffix: promptSuffix,
    voted: (context, given) => ({
      ...{ kind: 'verdicts', context, promptSuffix },
      verdicts: given.map(({ verdict, reason, tokens, logprobs, version }) => ({
        ...{ value: verdict, reason, version },
        ...{ tokens: Int32Array.from(tokens), logprobs: Float32Array.from(logprobs) },
      })),
    }),
    said: saidBy,
  }
}
