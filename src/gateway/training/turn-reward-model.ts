/** What the reward model says of turns: verdicts, and hints of what would have been better. */
import { concatenated } from '../../model/tensors/side-by-side.ts'
import type { Sample } from '../../contracts/models/device.ts'
import type { LanguageModel } from '../../contracts/models/language-model.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { derive, type Key } from '../../math/random.ts'
import type { Renderer } from '../../model/renderers/renderer.ts'
import { parseScore, scoreSchema } from '../../reward/verdicts/score-text.ts'
import { parseVote } from '../../reward/verdicts/verdict-text.ts'
import type { TurnLearner } from '../../methods/turns/turn-method.ts'
import { turnsUpTo } from '../history/turn-tokens.ts'
import type { GivenVerdict, TurnFeedback } from '../history/turn-verdicts.ts'
import { spokenIn, type LoggedTurn } from './stream/logged-turn.ts'
import type { TurnReading } from './reading.ts'

export type TurnRewardModel = (turn: LoggedTurn) => Promise<TurnFeedback>

interface TurnRewardModelOptions {
  readonly model: Pick<LanguageModel, 'sample'>
  readonly renderer: Renderer
  readonly reading: TurnReading
  readonly learner: Pick<TurnLearner, 'verdicts' | 'hints'>
  readonly key: Key
}

const hintInstructions =
  'You read a turn of an assistant, and what happened next. If that shows what the assistant should have known or done otherwise, ' +
  'answer {"reason": "<a short hint to the assistant, as an instruction>", "score": 1}, else {"reason": "", "score": -1}.'

/**
 * A reward model with a world's vocabulary writes no hints: the reasons of its verdicts stand for them.
 *
 * @returns never rejects: a reward model that fails says why in `fault`.
 */
export function turnRewardModel({ model, renderer, reading, learner, key }: TurnRewardModelOptions): TurnRewardModel {
  const parse = renderer.form === 'chat' ? parseScore : parseVote
  const text = renderer.reading('verdicts').text
  const given = ({ tokens, logprobs, version }: Sample): GivenVerdict => {
    const { value, reason } = parse(text(tokens))
    return { verdict: value, reason, tokens: [...tokens], logprobs: [...logprobs], version }
  }
  const ask = async (tokens: Int32Array, asked: TurnLearner['verdicts'], use: Key) => {
    if (asked === null) return []
    const { votes: count, temperature, topP, maxTokens } = asked
    const schema = renderer.form === 'chat' ? { schema: scoreSchema } : {}
    const samples = await model.sample({
      tokens,
      count,
      temperature,
      topP,
      maxTokens,
      ...schema,
      stop: renderer.stop,
      key: use,
    })
    return samples.map(given)
  }
  const verdictPrompt = (turn: LoggedTurn): Int32Array =>
    concatenated(Int32Array, [reading.whole(turn), reading.suffix])
  const hintPrompt = (turn: LoggedTurn): Int32Array =>
    renderer.form === 'chat' ? renderer.question(hintInstructions, told(turn, reading)) : verdictPrompt(turn)

  return async turn => {
    try {
      const verdicts = await ask(verdictPrompt(turn), learner.verdicts, derive(key, turn.id))
      const isSame = renderer.form === 'words' && learner.verdicts !== null
      const hints =
        isSame && learner.hints !== null
          ? verdicts
          : await ask(hintPrompt(turn), learner.hints, derive(key, turn.id, 'hints'))
      return { verdicts, hints, fault: null }
    } catch (thrown) {
      return { verdicts: [], hints: [], fault: reasonOf(thrown) }
    }
  }
}

/** The conversation in prose, what happened after the turn included. */
const told = (turn: LoggedTurn, reading: TurnReading): string =>
  [
    ...turnsUpTo(turn).flatMap(each => [`User or tool: ${spokenIn(each.asked)}`, `Assistant: ${reading.said(each)}`]),
    `What happened next: ${turn.next ?? ''}`,
  ].join('\n\n')
