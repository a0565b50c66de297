/** Policies that are functions: from the world's text to an action. */
import { filter, from as emit, mergeMap, type Observable } from '../../streams/rxjs.ts'
import type { Actor, Addressed } from '../../contracts/actor.ts'
import { crashed } from '../../contracts/failure.ts'
import type { Acted, Failed, Observed } from '../../contracts/messages/run.ts'
import { derive, randomFrom, type Random } from '../../math/random.ts'
import { describeValue } from '../../user-code/describe-value.ts'

/** A turn, as a function sees it. */
export interface PolicyTurn {
  /** The world's text since the agent's last action. */
  readonly observation: string
  /** By the world's name; `policy` where the world names no agents. */
  readonly agent: string
  /** Index in the episode of the action asked for, from 0. */
  readonly step: number
  /** Of this turn alone: the same however often, and wherever, it is played. */
  readonly random: Random
}

/** Chooses an action. If it throws, the episode is invalid. */
export type PolicyFunction = (turn: PolicyTurn) => string | Promise<string>

/**
 * An actor that replaces `policy` and chooses actions by a function: the default export of a module.
 *
 * `export default fromFunction(({ observation }) => 'look')`
 */
export const fromFunction =
  (act: PolicyFunction): (() => Actor<Addressed, Acted | Failed>) =>
  () =>
  (inbox, { name }) =>
    functionAnswers(act, name, inbox)

/** An answer to each turn that is asked for, as soon as it is there. @param from address that the answers come from. */
export const functionAnswers = (
  act: PolicyFunction,
  from: string,
  inbox: Observable<Addressed>,
): Observable<Acted | Failed> =>
  inbox.pipe(
    filter((message): message is Observed => message.kind === 'observed'),
    mergeMap(message => emit(answer(act, from, message))),
  )

async function answer(act: PolicyFunction, from: string, asked: Observed): Promise<Acted | Failed> {
  const { id, from: to, observation, agent, step, sampling, branching } = asked
  try {
    if (branching !== undefined) throw new RangeError('a function gives one action a turn, not candidates of a tree')
    const action = await act({ observation, agent, step, random: randomFrom(derive(sampling.key, step)) })
    if (typeof action !== 'string')
      throw new TypeError(`a policy must give an action as text, got ${describeValue(action)}${hintFor(action)}`)
    return { kind: 'acted', to, from, id, action, ...unsampled }
  } catch (thrown) {
    return { kind: 'failed', to, from, id, failure: crashed('policy', thrown) }
  }
}

const hintFor = (action: unknown): string =>
  typeof action === 'function' ? ': fromFunction is for modules, and play takes the function itself' : ''

/** Nothing was read or sampled. */
export const unsampled = {
  context: new Int32Array(0),
  tokens: new Int32Array(0),
  logprobs: new Float32Array(0),
  version: 0,
} as const
