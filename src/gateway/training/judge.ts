/** Verdicts of a reward model on turns. */
import type { LanguageModel } from '../../contracts/models/language-model.ts'
import { derive, type Key } from '../../math/random.ts'
import type { Renderer } from '../../model/renderers/renderer.ts'
import { parseVote } from '../../reward/verdicts/verdict-text.ts'
import type { Vote } from '../../reward/votes.ts'
import type { CompletedTurn } from './binary.ts'

interface GivenVerdict {
  readonly verdict: Vote
  readonly reason: string
}

export type TurnJudge = (turn: CompletedTurn) => Promise<readonly GivenVerdict[]>

interface TurnJudgeOptions {
  readonly model: Pick<LanguageModel, 'sample'>
  readonly renderer: Renderer
  /** Verdicts on each turn. */
  readonly count: number
  /** Most tokens of one. */
  readonly maxTokens: number
  readonly temperature: number
  readonly key: Key
}

/** It reads the conversation up to what happened after the turn. */
export function turnJudge({ model, renderer, key, ...sampling }: TurnJudgeOptions): TurnJudge {
  const reading = renderer.reading('verdicts')
  return async ({ id, opening, steps }) => {
    const read = steps.flatMap((each, step) => [...reading.read({ step, opening: step === 0 ? opening : '', ...each })])
    const tokens = Int32Array.of(...read, ...reading.promptSuffix)
    const samples = await model.sample({ ...sampling, tokens, stop: renderer.stop, key: derive(key, id) })
    return samples.map(sample => {
      const { value, reason } = parseVote(reading.text(sample.tokens))
      return { verdict: value, reason }
    })
  }
}
