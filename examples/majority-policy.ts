/** A policy of one's own: asks the model for several actions at once and takes the one that is drawn most often. */
import { concatMap, from as emit } from 'rxjs'
import { derive, loadTokenizer } from 'rlanything'
import { addresses, unreachable, type Acted, type Actor, type Failed } from 'rlanything/runtime'
import type { Observed, ReleaseCall, SampleCall, ToPolicy } from 'rlanything/runtime'

export interface MajorityPolicyOptions {
  /** Text of the tokenizer.json of each model, as the actor of the run gets it. */
  readonly tokenizers: { readonly policy: string }
  /** Actions drawn at each step, at least 1. */
  readonly draws: number
}

type Out = SampleCall | ReleaseCall | Acted | Failed

/** @throws {RangeError} if `draws` is not a positive integer. */
export default function majorityPolicy({ tokenizers, draws }: MajorityPolicyOptions): Actor<ToPolicy, Out> {
  if (!Number.isInteger(draws) || draws < 1) throw new RangeError(`draws must be a positive integer, got ${draws}`)
  const tokenizer = loadTokenizer(tokenizers.policy)
  const [act, end] = [tokenizer.id('<act>'), tokenizer.id('<end>')]

  return (inbox, { name }) => {
    /** By episode: what was asked last, and the tokens it was asked with. */
    const questions = new Map<string, { readonly asked: Observed; readonly context: Int32Array }>()
    /** By episode: the tokens of its last action, which the model has not read yet. */
    const taken = new Map<string, Int32Array>()

    const ask = (asked: Observed): SampleCall => {
      const { id, step, observation, sampling } = asked
      const { model, temperature, topP, maxTokens } = sampling
      const context = Int32Array.of(...tokenizer.encode(observation), act)
      questions.set(id, { asked, context })
      const request = {
        sequenceId: id,
        tokens: Int32Array.of(...(taken.get(id) ?? []), ...context),
        promptSuffix: new Int32Array(0),
        count: draws,
        appendToContext: false,
        maxTokens,
        temperature,
        topP,
        stop: [end],
        key: derive(sampling.key, step),
      }
      return { kind: 'sample', to: addresses.gpu, from: name, id, model, request }
    }

    const react = (message: ToPolicy): readonly Out[] => {
      switch (message.kind) {
        case 'observed':
          return [ask(message)]
        case 'sampled': {
          const { id, samples } = message
          const question = questions.get(id)
          const texts = samples.map(({ tokens }) => tokenizer.decode(tokens))
          const action = mostFrequent(texts)
          const winner = samples[texts.indexOf(action)]
          if (question === undefined || winner === undefined) return []
          const { asked, context } = question
          const { tokens, logprobs, finish, version } = winner
          taken.set(id, tokens)
          return [{ kind: 'acted', to: asked.from, from: name, id, action, context, tokens, logprobs, finish, version }]
        }
        case 'closed': {
          const { id, model } = message
          questions.delete(id)
          taken.delete(id)
          return [{ kind: 'release', to: addresses.gpu, from: name, model, sequenceIds: [id] }]
        }
        case 'failed': {
          const asker = questions.get(message.id)?.asked.from
          return asker === undefined ? [] : [{ ...message, to: asker, from: name }]
        }
        default:
          return unreachable(message)
      }
    }
    return inbox.pipe(concatMap(message => emit(react(message))))
  }
}

/** Of equals the first. */
function mostFrequent(texts: readonly string[]): string {
  const count = (text: string): number => texts.filter(each => each === text).length
  return texts.reduce((best, text) => (count(text) > count(best) ? text : best), texts[0] ?? '')
}
