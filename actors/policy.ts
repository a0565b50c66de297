/** The policy actor: reads what the world said to an agent, writes its next action. Its contexts live on the device. */
import { concatMap, from as emit } from '../src/streams/rxjs.ts'
import type { Actor } from '../src/contracts/actor.ts'
import { addresses, contexts } from '../src/contracts/addresses.ts'
import type { Sample } from '../src/contracts/device.ts'
import { reasonOf } from '../src/contracts/failure.ts'
import { sampledText, promptTokens } from '../src/model/renderers/word-renderer.ts'
import { loadTokenizers } from '../src/model/tokenizer/load-tokenizers.ts'
import type { Tokenizer } from '../src/model/tokenizer/tokenizer.ts'
import type {
  Acted,
  Branched,
  Failed,
  Observed,
  ReleaseCall,
  SampleCall,
  ToPolicy,
} from '../src/contracts/messages/run.ts'
import { unreachable } from '../src/contracts/unreachable.ts'
import { sampleCall } from '../src/engine/queue/sample-call.ts'

export interface PolicyOptions {
  /** Text of the tokenizer.json of each model that may play, by its name on the device. */
  readonly tokenizers: Readonly<Record<string, string>>
}

type Out = SampleCall | ReleaseCall | Acted | Branched | Failed

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
      const { id, agent, step, sampling, observation, branching } = asked
      const tokenizer = tokenizerOf(sampling.model)
      const context = promptTokens(tokenizer, observation)
      const request = {
        sequenceId: contexts.player(agent, id),
        tokens: branching === undefined ? context : Int32Array.of(...branching.unread, ...context),
        promptSuffix: none,
        count: branching?.candidates ?? 1,
        appendToContext: branching === undefined,
        stop: [tokenizer.id('<end>')],
      }
      const call = sampleCall(name, { step, sampling, askedAt: now() }, request)
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

    const actedOn = (
      { asked, tokenizer, context }: Question,
      samples: readonly Sample[],
    ): Acted | Branched | Failed => {
      const wanted = asked.branching?.candidates ?? 1
      const candidates = samples.map(({ tokens, logprobs, version }) => ({
        action: sampledText(tokenizer, tokens),
        tokens,
        logprobs,
        version,
      }))
      const routed = { to: asked.from, from: name, id: asked.id }
      const [first] = candidates
      if (first === undefined || candidates.length !== wanted)
        return refused(asked, new RangeError(`${candidates.length} of ${wanted} samples came`))
      return asked.branching === undefined
        ? { kind: 'acted', ...routed, context, ...first }
        : { kind: 'branched', ...routed, context, candidates }
    }

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
          waiting.delete(message.id)
          return answered === undefined ? [] : [actedOn(answered, message.samples)]
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
