/** Examples for cross-entropy: the expert's actions for the policy, the expert's votes or right tests for the reward model. */
import type { Example, Span } from '../contracts/models/device.ts'
import type { VerdictNote } from '../contracts/episode.ts'
import type { ObserverView } from '../contracts/observer-view.ts'
import type { StepLabel } from '../contracts/worlds/environment.ts'
import { unitTestProtocol } from '../reward/unit-tests/prompt.ts'
import { verdictProtocol, wordedVote } from '../reward/verdicts/prompt.ts'
import type { Renderer } from '../model/renderers/renderer.ts'
import type { Demonstration } from './demonstrations.ts'
import { packEpisode, packNotes, toExample, type Credit, type Packed } from '../learning/packing/packing.ts'
import { transcriptsOf } from '../learning/packing/transcripts.ts'
import { markOf, observerContext } from '../rollout/episode/observer-context.ts'
import { groupBy } from '../math/group-by.ts'
import { nth } from '../math/nth.ts'

/** Steps by any player, with the expert's label of each. */
export interface LabelledEpisode {
  readonly opening: string
  readonly steps: readonly { readonly action: string; readonly observation: string; readonly label: StepLabel }[]
}

/**
 * The demonstration as training data for the policy, noisy actions included: one example for each agent, of its turns.
 *
 * @throws {RangeError} for a good action that no model of these tokens can write.
 */
export function policyExamples(renderer: Renderer, { opening, steps }: Demonstration): readonly Example[] {
  for (const { action, label } of steps) if (label.good) requireWritable(renderer, action)
  const before = [opening, ...steps.map(({ observation }) => observation)]
  const turns = steps.map(({ agent, action }, index) => ({ agent, action, observation: nth(before, index) }))
  return [...groupBy(turns, ({ agent }) => agent).values()].map(own => turnsExample(renderer, own))
}

function requireWritable(renderer: Renderer, action: string): void {
  const written = renderer.action(renderer.answer(action))
  if (written === action) return
  throw new RangeError(
    `an action of the expert must be one that a model can write, got '${action}', which it writes as '${written}': separate its words by spaces, or make one phrase of them`,
  )
}

/** A reply to a question, as the policy should write it. */
export const replyExample = (
  renderer: Renderer,
  { question, reply }: { readonly question: string; readonly reply: string },
): Example => turnsExample(renderer, [{ observation: question, action: reply }])

/** Of one player. */
function turnsExample(
  renderer: Renderer,
  turns: readonly { readonly observation: string; readonly action: string }[],
): Example {
  let last: Int32Array | null = null
  const steps = turns.map(({ observation, action }) => {
    const context: Int32Array = renderer.turn(observation, last)
    last = renderer.answer(action)
    return { context, tokens: last, logprobs: new Float32Array(0) }
  })
  return supervised(
    packEpisode(
      { steps },
      steps.map(() => once),
    ),
  )
}

interface VerdictExampleOptions {
  /** How the reward model is going to read. */
  readonly view: ObserverView
  /** How much a vote counts by the label, so that good and bad steps weigh alike. */
  readonly weightOf: (good: boolean) => number
}

/** The episode as the reward model would have read it, with one vote a step as it should have been: one example, or one a step of a reward model that reads it alone. */
export function verdictExamplesOf(
  renderer: Renderer,
  { opening, steps }: LabelledEpisode,
  { view, weightOf }: VerdictExampleOptions,
): readonly Example[] {
  const { read, promptSuffix } = verdictProtocol(renderer)
  const { answer } = renderer.reading('verdicts')
  const notes = steps.map(({ action, observation, label: { good, reason } }, index): VerdictNote => {
    const told = observerContext(view, { opening, steps: steps.slice(0, index) })
    const vote = {
      value: good ? (1 as const) : (-1 as const),
      reason,
      tokens: answer(wordedVote(renderer.form, good, reason)),
      logprobs: new Float32Array(0),
      version: 0,
    }
    const context = read({ ...told, action, observation })
    return { kind: 'verdicts', context, ...markOf(told), promptSuffix, verdicts: [vote] }
  })
  const credits = steps.map(({ label }) => [{ ...once, weight: weightOf(label.good) }])
  return transcriptsOf(notes, credits).map(({ notes, credits }) => supervised(packNotes(notes, credits)))
}

/** The task as the reward model reads it, with tests as it should write them. */
export function testExample(renderer: Renderer, opening: string, texts: readonly string[]): Example {
  const { read, promptSuffix } = unitTestProtocol(renderer)
  const { answer } = renderer.reading('unit-tests')
  const context = read({ step: 0, opening, action: '', observation: '' })
  const tests = texts.map(text => ({
    text,
    tokens: answer(text),
    logprobs: new Float32Array(0),
    version: 0,
  }))
  return supervised(packNotes([{ kind: 'tests', context, promptSuffix, tests }], [tests.map(() => once)]))
}

const once: Credit = { advantage: 1, weight: 1, isStale: false }

/** Cross-entropy knows no log-probabilities of before. */
const supervised = (packed: Packed): Example => {
  const { sequence, spans } = toExample(packed, new Float32Array(0))
  return { sequence, spans: spans.map((span): Span => ({ ...span, oldLogprobs: new Float32Array(0) })) }
}
