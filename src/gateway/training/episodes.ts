/** Turns of a session as an episode: each exact line of conversation is an agent of it. Pure. */
import { recordedObserver, type EpisodeStep, type Note } from '../../contracts/episode.ts'
import type { Hindsight, TurnEpisode } from '../../methods/turns/turn-method.ts'
import { promptOf, turnsUpTo } from '../history/turn-tokens.ts'
import type { HumanVerdict } from '../history/turn-verdicts.ts'
import { spokenIn, type LoggedTurn } from './stream/logged-turn.ts'
import type { TurnReading } from './reading.ts'
import type { Piece } from './stream/pieces.ts'

export interface PieceTurns {
  readonly piece: Piece
  /** Those of it that are learnt from. */
  readonly turns: readonly LoggedTurn[]
}

/** Known of turns, besides the verdicts of the reward model. */
interface TurnFeedback {
  readonly hindsights: ReadonlyMap<LoggedTurn, Hindsight>
  readonly human: ReadonlyMap<LoggedTurn, HumanVerdict>
}

export function turnEpisode(
  { piece, turns }: PieceTurns,
  reading: TurnReading,
  { hindsights, human }: TurnFeedback,
): TurnEpisode {
  /** The agents by the last turn of each. */
  const lines = new Map<LoggedTurn, string>()
  const steps: EpisodeStep[] = []
  const notes: Note[] = []
  for (const [index, turn] of turns.entries()) {
    const { before, version, next } = turn
    const agent = before === null ? undefined : lines.get(before)
    if (before !== null && agent !== undefined) lines.delete(before)
    lines.set(turn, agent ?? (steps.length === 0 ? 'policy' : `policy ${steps.length}`))
    steps.push({
      ...{ agent: lines.get(turn) ?? '', action: reading.said(turn), observation: next ?? '', version, label: null },
      context: agent === undefined ? promptOf(turn) : Int32Array.from(turn.prompt),
      tokens: Int32Array.from(turn.answer),
      logprobs: Float32Array.from(turn.logprobs),
    })
    notes.push(noteOf(turn, index > 0 && before === turns[index - 1], reading))
  }
  const outcome = piece.ended?.outcome ?? null
  const [first] = turns
  const opening = spokenIn(first === undefined ? null : turnsUpTo(first)[0]?.asked)
  return {
    episode: {
      ...{ id: `${piece.session} ${first?.id ?? ''}`, opening, steps, won: outcome === 1, score: outcome ?? 0 },
      ending: 'terminal',
    },
    notes: { [recordedObserver]: notes },
    outcome,
    hindsights: turns.map(turn => hindsights.get(turn) ?? null),
    humanVerdicts: turns.map(turn => human.get(turn)?.verdict ?? null),
  }
}

/** @param isNext whether the reward model has just read the turn before it. */
function noteOf(turn: LoggedTurn, isNext: boolean, reading: TurnReading): Note {
  const read = isNext ? { context: reading.own(turn) } : { context: reading.whole(turn), alone: true as const }
  const verdicts = turn.feedback?.verdicts ?? []
  if (verdicts.length === 0) return { ...read, kind: 'invalid', reason: turn.feedback?.fault ?? 'no verdict' }
  return { ...reading.voted(read.context, verdicts), ...read }
}
