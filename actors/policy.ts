/** The policy actor: reads what the world said, writes the next action. Its contexts live on the device. */
import { concatMap, from as emit } from '../src/streams/rxjs.ts'
import type { Actor } from '../src/contracts/actor.ts'
import { addresses, contexts } from '../src/contracts/addresses.ts'
import { sampledText, promptTokens } from '../src/model/renderers/word-renderer.ts'
import { loadTokenizer } from '../src/model/tokenizer/load-tokenizer.ts'
import type { Acted, Failed, Observed, ReleaseCall, SampleCall, ToPolicy } from '../src/contracts/messages/run.ts'
import { unreachable } from '../src/contracts/unreachable.ts'
import { sampleCall } from '../src/engine/queue/sample-call.ts'

export interface PolicyOptions {
  /** Text of a tokenizer.json. */
  readonly tokenizer: string
}

type Out = SampleCall | ReleaseCall | Acted | Failed

export default function policy({ tokenizer: json }: PolicyOptions): Actor<ToPolicy, Out> {
  const tokenizer = loadTokenizer(json)
  const stop = [tokenizer.id('<end>')]
  const none = new Int32Array(0)

  return (inbox, { name, now }) => {
    /** By call id: what was asked, and the tokens it was asked with. At most one call an episode. */
    const waiting = new Map<string, { asked: Observed; context: Int32Array }>()

    const react = (message: ToPolicy): readonly Out[] => {
      switch (message.kind) {
        case 'observed': {
          const context = promptTokens(tokenizer, message.observation)
          const sequenceId = contexts.policy(message.id)
          const asked = { ...message, askedAt: now() }
          const call = sampleCall(name, asked, {
            sequenceId: sequenceId,
            tokens: context,
            promptSuffix: none,
            count: 1,
            appendToContext: true,
            stop,
          })
          waiting.set(call.id, { asked: message, context })
          return [call]
        }
        case 'sampled': {
          const answered = waiting.get(message.id)
          const [sample] = message.samples
          if (answered === undefined || sample === undefined) return []
          waiting.delete(message.id)
          const { asked, context } = answered
          const action = sampledText(tokenizer, sample.tokens)
          const { tokens, logprobs, version } = sample
          return [
            { kind: 'acted', to: asked.from, from: name, id: asked.id, action, context, tokens, logprobs, version },
          ]
        }
        case 'closed':
          for (const [call, { asked }] of waiting) if (asked.id === message.id) waiting.delete(call)
          return [
            {
              kind: 'release',
              to: addresses.gpu,
              from: name,
              model: message.model,
              sequenceIds: [contexts.policy(message.id)],
            },
          ]
        case 'failed': {
          const failed = waiting.get(message.id)
          if (failed === undefined) return []
          waiting.delete(message.id)
          return [{ ...message, to: failed.asked.from, from: name, id: failed.asked.id }]
        }
        default:
          return unreachable(message)
      }
    }
    return inbox.pipe(concatMap(message => emit(react(message))))
  }
}
