/** The conversations of a gateway's session: one for each answer that nothing follows. Pure. */
import type { AgentSession, SessionTurn } from '../../gateway/sessions/session.ts'
import type { TurnLine } from '../../gateway/journal.ts'
import type { HistoryItem } from '../../gateway/history/item.ts'
import type { Trajectory, TrajectoryAgent, TrajectoryStep } from '../contents/atif.ts'
import { choiceId, placeOfChoice, turnOf } from '../../gateway/history/choice-id.ts'
import { parsedJson } from '../../text/parsed.ts'

type Sampled = TurnLine['sampled']
type Unnumbered = Omit<TrajectoryStep, 'step_id'>
type CallResult = NonNullable<TrajectoryStep['observation']>['results'][number]

/** @param sampled tokens by the id of the turn. */
export function sessionTrajectories(
  { id, name, outcome, turns }: AgentSession,
  sampled: ReadonlyMap<string, Sampled>,
  agent: TrajectoryAgent,
): readonly Trajectory[] {
  const byId = new Map(turns.map(turn => [turn.id, turn]))
  const parents = new Set(turns.map(({ parent }) => parent))
  return turns
    .flatMap(turn => turn.choices.map((_, at) => choiceId(turn.id, at)))
    .filter(answer => !parents.has(answer))
    .map(last => {
      const told = lineTo(last, byId).flatMap(({ turn, at }) => stepsOf(turn, at, sampled.get(turn.id)?.[at]))
      const steps = withResults(told).map((step, index) => ({ step_id: index + 1, ...step }))
      return {
        ...{ schema_version: 'ATIF-v1.7', session_id: id, trajectory_id: `${id}/${last}`, agent, steps },
        final_metrics: { total_steps: steps.length, extra: { outcome } },
        extra: { name },
      }
    })
}

/** A turn, and which of its answers the conversation goes on from. */
interface ChosenAnswer {
  readonly turn: SessionTurn
  readonly at: number
}

function lineTo(last: string, byId: ReadonlyMap<string, SessionTurn>): readonly ChosenAnswer[] {
  const line: ChosenAnswer[] = []
  for (let answer: string | null = last; answer !== null;) {
    const turn = byId.get(turnOf(answer))
    if (turn === undefined) break
    line.push({ turn, at: placeOfChoice(answer) })
    answer = turn.parent
  }
  return line.toReversed()
}

function stepsOf(turn: SessionTurn, answer: number, tokens: Sampled[number] | undefined): readonly Unnumbered[] {
  const { id, at, version, delivery, verdicts, trained, promptTokens, choices, asked } = turn
  const timestamp = new Date(at).toISOString()
  const choice = choices[answer]
  const calls = choice?.calls ?? []
  return [
    ...asked.map(item => stepOf(item, timestamp)),
    {
      ...{ timestamp, source: 'agent', message: choice?.text ?? '' },
      ...(calls.length === 0 ? {} : { tool_calls: calls.map(call) }),
      ...(tokens === undefined ? {} : { metrics: metricsOf(promptTokens, tokens) }),
      extra: { turn: id, version, delivery, verdicts, trained },
    },
  ]
}

const metricsOf = (promptTokens: number, { tokens, logprobs }: Sampled[number]) => ({
  prompt_tokens: promptTokens,
  completion_tokens: tokens.length,
  completion_token_ids: tokens,
  logprobs,
})

const call = ({ id, name, arguments: written }: { id: string; name: string; arguments: string }) => ({
  tool_call_id: id,
  function_name: name,
  arguments: valueOf(written),
})

function stepOf(item: HistoryItem, timestamp: string): Unnumbered {
  switch (item.kind) {
    case 'user':
      return { timestamp, source: 'user', message: item.text }
    case 'image':
      return { timestamp, source: 'user', message: item.url }
    case 'assistant':
      return { timestamp, source: 'agent', message: item.text }
    case 'call':
      return { timestamp, source: 'agent', message: '', tool_calls: [call(item)] }
    case 'result':
      return {
        ...{ timestamp, source: 'user', message: '' },
        observation: { results: [{ source_call_id: item.id, content: item.text }] },
      }
  }
}

/** What calls gave stands with the step of the calls. */
function withResults(steps: readonly Unnumbered[]): readonly Unnumbered[] {
  const whole: { readonly step: Unnumbered; readonly results: CallResult[] }[] = []
  for (const step of steps) {
    const own = step.source === 'user' ? step.observation?.results : undefined
    const last = whole.at(-1)
    if (own !== undefined && last?.step.source === 'agent') last.results.push(...own)
    else whole.push({ step, results: [] })
  }
  return whole.map(({ step, results }) => (results.length === 0 ? step : { ...step, observation: { results } }))
}

/** Malformed arguments stay as they are written. */
function valueOf(written: string): unknown {
  const value = parsedJson(written)
  return value === undefined ? { malformed: written } : value
}
