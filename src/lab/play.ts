/** Episodes as a stream that keeps its own pace. */
import { defer, finalize, fromEvent, map, mergeMap, Observable, range, takeUntil } from '../streams/rxjs.ts'
import { asError } from '../contracts/failure.ts'
import type { RolloutRequest } from '../contracts/messages/rollouts.ts'
import type { Split } from '../contracts/worlds/environment.ts'
import { nth } from '../math/nth.ts'
import { evaluationKey, heldOutTask } from '../rollout/evaluation.ts'
import type { PolicyFunction } from '../rollout/episode/from-function.ts'
import { policyAsAll, policyRequest } from '../rollout/rollout-requests.ts'
import {
  count as positiveInteger,
  optional,
  callable,
  number,
  oneOf,
  listOf,
  opaque,
  type Shape,
} from '../user-code/shape.ts'
import { requireOptions } from '../user-code/require-shape.ts'
import type { StartedLab } from '../run/start-lab.ts'
import { votingIn, withVotes, type LabRollout } from './votes.ts'

export interface LabPlayOptions {
  /** Number of episodes; all of `tasks` if left out. */
  readonly count?: number
  /** Whose tasks are played, `unseen`; held-out tasks are those that `evaluate` plays, the same for every seed. */
  readonly split?: Split
  /** Tasks to play instead of those of the split, one episode each. */
  readonly tasks?: readonly unknown[]
  /** Votes of the reward model on each step; left out, it is not asked. */
  readonly votes?: number
  /** Chooses the actions of every agent, in the calling thread; left out, the policy of the lab does. */
  readonly policy?: PolicyFunction
  /** Of the policy; left out, as configured. */
  readonly temperature?: number
  /** Most episodes under way at once, 256. */
  readonly concurrency?: number
  /** Aborted: the episodes under way are abandoned, and the stream fails with its reason. */
  readonly signal?: AbortSignal
  /** Takes the reason why an episode cannot be played; left out, it is the error of the stream. */
  readonly onInvalid?: (index: number, reason: Error) => void
}

const optionShapes = {
  count: optional(positiveInteger),
  split: optional(oneOf('train', 'seen', 'unseen')),
  tasks: optional(listOf(opaque)),
  votes: optional(positiveInteger),
  policy: optional(callable),
  temperature: optional(number),
  concurrency: optional(positiveInteger),
  signal: optional(opaque),
  onInvalid: optional(callable),
} satisfies Record<keyof LabPlayOptions, Shape>

/**
 * Each episode as soon as it is finished; its course depends on the seed and its index alone. Cold: subscribing plays the
 * episodes, unsubscribing abandons those under way.
 *
 * @throws {RangeError} if an option is out of range, or votes are asked of a lab without a reward model.
 */
export function playIn(lab: StartedLab, options: LabPlayOptions): Observable<LabRollout> {
  requireOptions('play', optionShapes, options)
  const { split = 'unseen', tasks, count = tasks?.length ?? 1, policy, concurrency = 256, signal } = options
  const observersOf = votingIn(lab, options.votes)
  const one = (index: number, caller: string | null): Observable<LabRollout> => {
    const task = tasks === undefined ? heldOutTask(lab.world, split, index) : nth(tasks, index % tasks.length)
    const key = evaluationKey(`${split} evaluation`, 0, index)
    const request = { ...policyRequest(lab, key, task, playersIn(lab, options)), observers: observersOf(key) }
    const played = playOne(lab, caller === null ? request : calledBy(caller, request), error => {
      if (options.onInvalid === undefined) throw error
      options.onInvalid(index, error)
    })
    return played.pipe(map(rollout => withVotes(rollout, index, task)))
  }
  const stream = defer(() => {
    const caller = policy === undefined ? null : crypto.randomUUID()
    const answers = policy === undefined || caller === null ? null : lab.runActors.answer(caller, policy)
    return range(0, count).pipe(
      mergeMap(index => one(index, caller), concurrency),
      finalize(() => answers?.unsubscribe()),
    )
  })
  return signal === undefined ? stream : stream.pipe(takeUntil(failureOf(signal)))
}

const playersIn = ({ world }: StartedLab, { temperature }: LabPlayOptions) => ({
  players: policyAsAll(world),
  ...(temperature === undefined ? {} : { temperature }),
})

/** The same episode with a function of that name instead of its models. */
const calledBy = (model: string, { players, ...request }: RolloutRequest): RolloutRequest => ({
  ...request,
  players: Object.fromEntries(
    Object.entries(players).map(([agent, player]) => [
      agent,
      player.kind === 'script' ? player : { kind: 'caller', sampling: { ...player.sampling, model } },
    ]),
  ),
})

/** One episode, or nothing where it is invalid. */
const playOne = (
  { rollouts }: StartedLab,
  request: RolloutRequest,
  onInvalid: (reason: Error) => void,
): Observable<Pick<LabRollout, 'episode' | 'notes'>> =>
  new Observable(subscriber => {
    const abandoned = new AbortController()
    rollouts
      .play([request], abandoned.signal)
      .then(batch => {
        for (const rollout of batch.rollouts.values()) subscriber.next(rollout)
      }, onInvalid)
      .then(
        () => subscriber.complete(),
        (error: unknown) => subscriber.error(error),
      )
    return () => abandoned.abort()
  })

/** Fails once the signal is aborted. */
const failureOf = (signal: AbortSignal): Observable<never> =>
  defer(() => {
    signal.throwIfAborted()
    return fromEvent(signal, 'abort').pipe(
      map(() => {
        throw asError(signal.reason)
      }),
    )
  })
