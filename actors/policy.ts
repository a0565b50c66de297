/** The policy actor: reads the world's text for an agent, writes its next action. Its contexts live on the device. */
import { replying } from '../src/contracts/replying.ts'
import { concatMap, from as emit } from '../src/streams/rxjs.ts'
import type { Actor } from '../src/contracts/actor.ts'
import { addresses, contexts } from '../src/contracts/addresses.ts'
import type { Sample } from '../src/contracts/models/device.ts'
import { reasonOf } from '../src/contracts/failure.ts'
import { loadRenderers, type RendererSources } from '../src/model/renderers/load-renderers.ts'
import type { Renderer } from '../src/model/renderers/renderer.ts'
import type {
  Acted,
  Branched,
  Failed,
  Observed,
  ReleaseCall,
  SampleCall,
  ToPolicy,
} from '../src/contracts/messages/run.ts'
import { notTaken } from '../src/text/nearest.ts'
import { sampleCall } from '../src/engine/queue/sample-call.ts'

/** How it speaks to the models that may play. */
export type PolicyOptions = RendererSources

/** The messages that it gives. */
export type PolicyOut = SampleCall | ReleaseCall | Acted | Branched | Failed

const kinds: readonly ToPolicy['kind'][] = ['observed', 'sampled', 'closed', 'failed']

/** An action that is asked for. */
interface Question {
  readonly asked: Observed
  readonly renderer: Renderer
  /** Tokens it was asked with. */
  readonly context: Int32Array
}

export default function policy(sources: PolicyOptions): Actor<ToPolicy, PolicyOut> {
  const rendererOf = loadRenderers(sources)
  const none = new Int32Array(0)

  return (inbox, { name, now }) => {
    /** By call id. */
    const waiting = new Map<string, Question>()
    /** The last call of each player, by the name of its context: at most one is under way. */
    const calls = new Map<string, string>()
    /** Copies of the tokens of each player's last action, by the name of its context; of a tree they come with the question. */
    const written = new Map<string, Int32Array>()

    const ask = (asked: Observed): SampleCall => {
      const { id, agent, step, sampling, observation, branching } = asked
      const renderer = rendererOf(sampling.model)
      const sequenceId = contexts.player(agent, id)
      const before = branching === undefined ? written.get(sequenceId) : branching.unread
      const context = renderer.turn(observation, before === undefined || before.length === 0 ? null : before)
      const request = {
        sequenceId,
        tokens: branching === undefined ? context : Int32Array.of(...branching.unread, ...context),
        promptSuffix: none,
        count: branching?.candidates ?? 1,
        appendToContext: branching === undefined,
        stop: renderer.stop,
      }
      const call = sampleCall(
        name,
        { step, sampling, askedAt: now(), engine: sources.engines?.[sampling.model] },
        request,
      )
      waiting.set(call.id, { asked, renderer, context })
      calls.set(sequenceId, call.id)
      return call
    }
    const actedOn = ({ asked, renderer, context }: Question, samples: readonly Sample[]): Acted | Branched | Failed => {
      const wanted = asked.branching?.candidates ?? 1
      const candidates = samples.map(({ tokens, logprobs, finish, version }) => ({
        action: renderer.action(tokens),
        ...{ tokens, logprobs, finish, version },
      }))
      const routed = replying(asked, name)
      const [first] = candidates
      if (first === undefined || candidates.length !== wanted)
        return refused(name, asked, new RangeError(`${candidates.length} of ${wanted} samples came`))
      if (asked.branching !== undefined) return { kind: 'branched', ...routed, context, candidates }
      written.set(contexts.player(asked.agent, asked.id), first.tokens.slice())
      return { kind: 'acted', ...routed, context, ...first }
    }

    const react = (message: ToPolicy): readonly PolicyOut[] => {
      switch (message.kind) {
        case 'observed':
          try {
            return [ask(message)]
          } catch (thrown) {
            return [refused(name, message, thrown)]
          }
        case 'sampled': {
          const answered = waiting.get(message.id)
          waiting.delete(message.id)
          if (answered === undefined) return []
          try {
            return [actedOn(answered, message.samples)]
          } catch (thrown) {
            return [refused(name, answered.asked, thrown)]
          }
        }
        case 'closed': {
          const sequenceId = contexts.player(message.reader, message.id)
          written.delete(sequenceId)
          waiting.delete(calls.get(sequenceId) ?? '')
          calls.delete(sequenceId)
          return [
            {
              kind: 'release',
              to: sources.engines?.[message.model] ?? addresses.gpu,
              from: name,
              model: message.model,
              sequenceIds: [sequenceId],
            },
          ]
        }
        case 'failed': {
          const failed = waiting.get(message.id)
          if (failed === undefined) return []
          waiting.delete(message.id)
          return [{ ...message, ...replying(failed.asked, name) }]
        }
        default: {
          const { kind }: { readonly kind?: unknown } = message
          return [refused(name, message, new RangeError(notTaken(name, kind, kinds)))]
        }
      }
    }
    return inbox.pipe(concatMap(message => emit(react(message))))
  }
}

const refused = (from: string, asked: Observed, thrown: unknown): Failed => ({
  kind: 'failed',
  ...replying(asked, from),
  failure: { kind: 'invalid', reason: reasonOf(thrown) },
})
