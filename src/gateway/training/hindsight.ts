/** The policy as its own teacher: its answers, rated after a hint that it was not told. */
import { concatenated } from '../../model/tensors/side-by-side.ts'
import { isRangeError } from '../../contracts/built-in-error.ts'
import type { LanguageModel } from '../../contracts/models/language-model.ts'
import type { Sequence } from '../../contracts/models/device.ts'
import type { Hindsight } from '../../methods/turns/turn-method.ts'
import type { AgentSpeech } from '../speech/agent-speech.ts'
import type { HistoryItem } from '../history/item.ts'
import type { GivenVerdict, HumanVerdict } from '../history/turn-verdicts.ts'
import { promptOf } from '../history/turn-tokens.ts'
import type { LoggedTurn } from './stream/logged-turn.ts'

/** Characters that a hint has at least: shorter ones say nothing. */
const shortest = 10

/** A person's reason, else the longest hint that the reward model is sure of; `null` if there is none. Source: OpenClaw-RL. Pure. */
export function chosenHint(hints: readonly GivenVerdict[], human?: HumanVerdict): string | null {
  if (human !== undefined && human.reason.length >= shortest) return human.reason
  const useful = hints.filter(({ verdict, reason }) => verdict === 1 && reason.length >= shortest)
  const [longest] = useful.toSorted((a, b) => b.reason.length - a.reason.length)
  return longest?.reason ?? null
}

/**
 * The prompt as it would have been if the last message had ended with the hint; `null` if that cannot be told in tokens. The end of the
 * prompt is replaced by that of a conversation of this message alone, with the hint. Pure.
 */
export function hintedPrompt(
  speech: Pick<AgentSpeech, 'opening'>,
  prompt: Int32Array,
  asked: HistoryItem | null,
  hint: string,
): Int32Array | null {
  if (asked === null || !('text' in asked)) return null
  const plain = alone(speech, asked)
  const told = alone(speech, { ...asked, text: `${asked.text}\n\nHint: ${hint}` })
  if (plain === null || told === null) return null
  const differs = plain.findIndex((token, at) => token !== told[at])
  const shared = differs < 0 ? plain.length : differs
  const end = plain.subarray(shared)
  const kept = prompt.length - end.length
  const isEnd = kept >= 0 && end.every((token, at) => token === prompt[kept + at])
  return isEnd ? concatenated(Int32Array, [prompt.subarray(0, kept), told.subarray(shared)]) : null
}

/** A conversation of one message; `null` if the model cannot be told it. Many templates refuse what a call gave where no user has spoken. */
function alone({ opening }: Pick<AgentSpeech, 'opening'>, asked: HistoryItem): Int32Array | null {
  const before = asked.kind === 'result' ? [{ kind: 'user', text: '' } as const] : []
  try {
    return opening({ system: '', tools: [] }, [...before, asked])
  } catch (thrown) {
    if (isRangeError(thrown)) return null
    throw thrown
  }
}

/** Of the turns with a hint, by the weights as they are. @param human verdicts of people on some. */
export async function hindsightsOf(
  model: Pick<LanguageModel, 'logprobs' | 'traits'>,
  speech: Pick<AgentSpeech, 'opening'>,
  turns: readonly LoggedTurn[],
  human: ReadonlyMap<LoggedTurn, HumanVerdict>,
): Promise<ReadonlyMap<LoggedTurn, Hindsight>> {
  const pairs = turns.flatMap(turn => {
    const hint = chosenHint(turn.feedback?.hints ?? [], human.get(turn))
    const prompt = promptOf(turn)
    const hinted = hint === null ? null : hintedPrompt(speech, prompt, turn.asked, hint)
    const fits = hinted !== null && hinted.length + turn.answer.length <= model.traits.contextTokens
    return fits ? [{ turn, prompt, hinted }] : []
  })
  if (pairs.length === 0) return new Map()
  const sequences = pairs.flatMap(({ turn, prompt, hinted }): readonly Sequence[] =>
    [hinted, prompt].map(read => ({ tokens: concatenated(Int32Array, [read, turn.answer]) })),
  )
  const scores = await model.logprobs(sequences)
  return new Map(
    pairs.map(({ turn }, index) => {
      const [hinted, unhinted] = scores
        .slice(2 * index, 2 * index + 2)
        .map(each => each.slice(each.length - turn.answer.length))
      return [turn, { hinted: hinted ?? new Float32Array(), unhinted: unhinted ?? new Float32Array() }]
    }),
  )
}
