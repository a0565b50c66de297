/** The reward-model actor: a generative judge. It reads steps as they happen and votes on each, m times. */
import { concatMap, from as emit } from 'rxjs'
import type { Actor } from '../src/actor.ts'
import { addresses, contexts } from '../src/addresses.ts'
import type { Sample } from '../src/device/device.ts'
import type { JudgeVote } from '../src/episode.ts'
import { parseVote } from '../src/judgement.ts'
import { sampledText, stepTokens } from '../src/model/conversation.ts'
import { loadTokenizer } from '../src/model/tokenizer.ts'
import {
  unreachable,
  type Failed,
  type Judged,
  type ReleaseCall,
  type SampleCall,
  type Stepped,
  type ToRewardModel,
} from '../src/protocol.ts'
import { sampleCall } from '../src/sample-call.ts'

export interface RewardModelOptions {
  /** Text of a tokenizer.json. */
  readonly tokenizer: string
}

type Out = SampleCall | ReleaseCall | Judged | Failed

export default function rewardModel({ tokenizer: json }: RewardModelOptions): Actor<ToRewardModel, Out> {
  const tokenizer = loadTokenizer(json)
  const stop = [tokenizer.id('<end>')]
  const cue = Int32Array.of(tokenizer.id('<judge>'))

  const vote = ({ tokens, logprobs }: Sample): JudgeVote => ({
    ...parseVote(sampledText(tokenizer, tokens)),
    tokens,
    logprobs,
  })

  return (inbox, { name }) => {
    /** By call id: the step asked about, and the tokens it was shown as. */
    const waiting = new Map<string, { asked: Stepped; context: Int32Array }>()
    const release = ({ id, judging }: Stepped): ReleaseCall => ({
      kind: 'release',
      to: addresses.gpu,
      from: name,
      model: judging.model,
      caches: [contexts.judge(id)],
    })

    const react = (message: ToRewardModel): readonly Out[] => {
      switch (message.kind) {
        case 'stepped': {
          const { id, step, judging } = message
          const context = stepTokens(tokenizer, message)
          const call = sampleCall(
            name,
            { id, step, sampling: judging },
            { cache: contexts.judge(id), tokens: context, cue, count: judging.votes, keep: false, stop },
          )
          waiting.set(call.id, { asked: message, context })
          return [call]
        }
        case 'sampled': {
          const answered = waiting.get(message.id)
          if (answered === undefined) return []
          waiting.delete(message.id)
          const { asked, context } = answered
          const judged = { context, cue, votes: message.samples.map(vote) }
          const reply: Judged = {
            kind: 'judged',
            to: addresses.trainer,
            from: name,
            id: asked.id,
            step: asked.step,
            judged,
          }
          return asked.last ? [reply, release(asked)] : [reply]
        }
        case 'failed': {
          const failed = waiting.get(message.id)
          if (failed === undefined) return []
          waiting.delete(message.id)
          const reply: Failed = { ...message, to: addresses.trainer, from: name, id: failed.asked.id }
          return failed.asked.last ? [reply, release(failed.asked)] : [reply]
        }
        default:
          return unreachable(message)
      }
    }
    return inbox.pipe(concatMap(message => emit(react(message))))
  }
}
