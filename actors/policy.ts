/** The policy actor: reads what the world said to an agent, writes its next action. Its contexts live on the device. */
import { concatMap, from as emit } from '../src/streams/rxjs.ts'
import type { Actor } from '../src/contracts/actor.ts'
import { addresses, contexts } from '../src/contracts/addresses.ts'
import { reasonOf } from '../src/contracts/failure.ts'
import { sampledText, promptTokens } from '../src/model/renderers/word-renderer.ts'
import { loadTokenizers } from '../src/model/tokenizer/load-tokenizers.ts'
import type { Tokenizer } from '../src/model/tokenizer/tokenizer.ts'
import type { Acted, Failed, Observed, ReleaseCall, SampleCall, ToPolicy } from '../src/contracts/messages/run.ts'
import { unreachable } from '../src/contracts/unreachable.ts'
import { sampleCall } from '../src/engine/queue/sample-call.ts'

export interface PolicyOptions {
  /** Text of the tokenizer.json of each model that may play, by its name on the device. */
  readonly tokenizers: Readonly<Record<string, string>>
}

type Out = SampleCall | ReleaseCall | Acted | Failed

/** An action that is asked for. */
interface Question {
  readonly asked: Observed
  readonly tokenizer: Tokenizer
  /** Tokens it was asked with. */
  readonly context: Int32Array
}

export default function policy({ tokenizers }: PolicyOptions): Actor<ToPolicy, Out> {
  const tokenizerOf = loadTokenizers(tokenizers)
  const none = new Int32Array(0)

  return (inbox, { name, now }) => {
    /** By call id. At most one call an episode. */
    const waiting = new Map<string, Question>()

    const ask = (asked: Observed): SampleCall => {
      const { id, agent, step, sampling, observation } = asked
      const tokenizer = tokenizerOf(sampling.model)
      const context = promptTokens(tokenizer, observation)
      const call = sampleCall(
        name,
        { step, sampling, askedAt: now() },
        {
          sequenceId: contexts.player(agent, id),
          tokens: context,
          promptSuffix: none,
          count: 1,
          appendToContext: true,
          stop: [tokenizer.id('<end>')],
        },
      )
      waiting.set(call.id, { asked, tokenizer, context })
      return call
    }
    const refused = ({ from: to, id }: Observed, thrown: unknown): Failed => ({
      kind: 'failed',
      to,
      from: name,
      id,
      failure: { kind: 'invalid', reason: reasonOf(thrown) },
    })

    const react = (message: ToPolicy): readonly Out[] => {
      switch (message.kind) {
        case 'observed':
          try {
            return [ask(message)]
          } catch (thrown) {
            return [refused(message, thrown)]
          }
        case 'sampled': {
          const answered = waiting.get(message.id)
          const [sample] = message.samples
          if (answered === undefined || sample === undefined) return []
          waiting.delete(message.id)
          const { asked, tokenizer, context } = answered
          const action = sampledText(tokenizer, sample.tokens)
          const { tokens, logprobs, version } = sample
          return [
            { kind: 'acted', to: asked.from, from: name, id: asked.id, action, context, tokens, logprobs, version },
          ]
        }
        case 'closed':
          for (const [call, { asked }] of waiting)
            if (asked.id === message.id && asked.agent === message.reader) waiting.delete(call)
          return [
            {
              kind: 'release',
              to: addresses.gpu,
              from: name,
              model: message.model,
              sequenceIds: [contexts.player(message.reader, message.id)],
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
