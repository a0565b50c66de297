/** The episodes of one environment actor: begun, played step by step, ended; and the programs that it runs. */
import { replying } from '../src/contracts/replying.ts'
import { goingOn, GoOn } from '../src/streams/going-on.ts'
import {
  catchError,
  concat,
  defer,
  EMPTY,
  from as emit,
  map,
  mergeMap,
  of,
  type Observable,
} from '../src/streams/rxjs.ts'
import type { EpisodeStep } from '../src/contracts/episode.ts'
import { crashed, type Failure } from '../src/contracts/failure.ts'
import type { ActResult, OpenEpisode, World } from '../src/contracts/worlds/world.ts'
import { nth } from '../src/math/nth.ts'
import { playerOf, requireActions, requirePlayers, soleAgent, turnLimit } from '../src/rollout/episode/agents.ts'
import { notTaken } from '../src/text/nearest.ts'
import { requireShape } from '../src/user-code/require-shape.ts'
import { isPromise, record } from '../src/user-code/shape.ts'
import {
  branchingOf,
  earlyObservers,
  finishedMessage,
  isScriptOver,
  observationMessage,
  releaseObservers,
  releasePlayers,
  stepMessages,
  stepOf,
  turnsOf,
  type Asked,
  type EpisodeState,
  type NamedObserver,
  type TakenAction,
} from '../src/rollout/episode/state.ts'
import { candidateCount, forkOf, triedCandidates, tryCandidates } from '../src/rollout/episode/candidates.ts'
import { unsampled } from '../src/rollout/episode/from-function.ts'
import { stageOf } from '../src/rollout/episode/stage.ts'
import { passTable } from '../src/rollout/pass-table.ts'
import { worldKeyOf } from '../src/rollout/rollout-requests.ts'
import type {
  Branched,
  Closed,
  RunTests,
  TestsRun,
  Failed,
  Finished,
  Observed,
  Play,
  Stepped,
  ToEnvironment,
} from '../src/contracts/messages/run.ts'
import { FailedError } from '../src/runtime/errors/failed-error.ts'
import { type Sandbox } from '../src/sandbox/sandbox.ts'
import { isRangeError } from '../src/contracts/built-in-error.ts'

/** The messages that it gives. */
export type EnvironmentOut = Observed | Stepped | Closed | Finished | TestsRun | Failed

/** Its messages up to a turn of a script, which goes on. */
type Turn = Observable<EnvironmentOut | GoOn<EnvironmentOut>>

const kinds: readonly ToEnvironment['kind'][] = ['play', 'acted', 'branched', 'abandon', 'run-tests', 'failed']
const playShape = record({ players: record({}), observers: record({}) })

/** The episodes of one actor. */
export class Episodes {
  readonly #states = new Map<string, EpisodeState>()
  /** Of the episodes that are played or still being opened, by id; aborted once nobody waits for one any more. */
  readonly #signals = new Map<string, AbortController>()
  readonly #world: World
  readonly #name: string
  readonly #sandbox: Sandbox

  constructor(world: World, name: string, sandbox: Sandbox) {
    this.#world = world
    this.#name = name
    this.#sandbox = sandbox
  }

  react(message: ToEnvironment): Observable<EnvironmentOut> {
    switch (message.kind) {
      case 'play':
        return this.#guarded(message, () => this.#begin(message))
      case 'acted': {
        const state = this.#states.get(message.id)
        return state === undefined ? EMPTY : this.#guarded(state.play, () => this.#advance(state, message))
      }
      case 'branched': {
        const state = this.#states.get(message.id)
        return state === undefined ? EMPTY : this.#guarded(state.play, () => this.#branch(state, message))
      }
      case 'abandon': {
        const state = this.#end(message.id)
        return state === undefined
          ? EMPTY
          : emit([...releasePlayers(this.#name, state), ...releaseObservers(this.#name, state)])
      }
      case 'run-tests':
        return this.#runTests(message)
      case 'failed': {
        const state = this.#end(message.id)
        if (state === undefined) return EMPTY
        return emit([{ ...message, to: state.play.from, from: this.#name }, ...releasePlayers(this.#name, state)])
      }
      default: {
        const { kind }: { readonly kind?: unknown } = message
        return emit([this.#refusal(message, new RangeError(notTaken(this.#name, kind, kinds)))])
      }
    }
  }

  /** The episode is no longer wanted: the world releases its resources. */
  #end(id: string): EpisodeState | undefined {
    const state = this.#states.get(id)
    this.#states.delete(id)
    this.#signals.get(id)?.abort()
    this.#signals.delete(id)
    /* Nothing waits for it any more: its errors are dropped. */
    state?.episode.close().catch(() => {})
    return state
  }

  /** A world that throws, or a sandbox that fails, ends only that episode. */
  #guarded(play: Play, work: () => Turn): Observable<EnvironmentOut> {
    return goingOn(work).pipe(
      catchError((thrown: unknown) => {
        const state = this.#end(play.id)
        return emit([this.#refusal(play, thrown), ...(state === undefined ? [] : releasePlayers(this.#name, state))])
      }),
    )
  }

  #begin(play: Play): Turn {
    requireShape('play', playShape, play)
    requirePlayers(this.#world, play.players)
    requireActions(play.players)
    const { stepLimit, open } = stageOf(this.#world, play)
    const candidates = candidateCount(play.tree)
    const limit = turnLimit(play.players, stepLimit)
    const controller = new AbortController()
    this.#signals.set(play.id, controller)
    const { signal } = controller
    const observers = Object.entries(play.observers)
    return once(open({ key: worldKeyOf(play), signal, run: this.#sandbox.run })).pipe(
      mergeMap((episode: OpenEpisode) => {
        const { observation: opening, agent = soleAgent, situation } = episode
        const state = { play, observers, limit, candidates, episode, opening, agent, situation, steps: [] }
        if (!signal.aborted) return this.#askNext(state, opening)
        episode.close().catch(() => {})
        return EMPTY
      }),
    )
  }

  /** Takes the action; nothing comes of it if the episode has been given up meanwhile. */
  #advance(state: EpisodeState, action: TakenAction): Turn {
    const isOpen = (): boolean => this.#states.get(state.play.id) === state
    const early = earlyObservers(state)
    const late = early.length === 0 ? state.observers : state.observers.filter(each => !early.includes(each))
    const taken = defer(() => once(state.episode.act(action.action))).pipe(
      catchError((thrown: unknown) => {
        if (isOpen()) throw thrown
        return EMPTY
      }),
      mergeMap(came => (isOpen() ? this.#grade(state, stepOf(state, action, came), came, late) : EMPTY)),
    )
    const ahead = { action: action.action, observation: '', last: true }
    return early.length === 0 ? taken : concat(emit(stepMessages(this.#name, state, early, ahead)), taken)
  }

  /** Tries all candidates, and continues in the fork of the best; nothing comes of it if the episode has been given up meanwhile. */
  #branch(state: EpisodeState, { context, candidates }: Branched): Turn {
    const isOpen = (): boolean => this.#states.get(state.play.id) === state
    const actions = candidates.map(({ action }) => action)
    return defer(() => tryCandidates(this.#world, state.episode, actions, state.play.tree?.rewardWeights)).pipe(
      catchError((thrown: unknown) => {
        if (isOpen()) throw thrown
        return EMPTY
      }),
      mergeMap(({ results, chosen, episode }) => {
        if (!isOpen()) {
          episode.close().catch(() => {})
          return EMPTY
        }
        state.episode.close().catch(() => {})
        const forked = { ...state, episode }
        this.#states.set(state.play.id, forked)
        const taken = nth(results, chosen)
        const step = stepOf(state, { ...nth(candidates, chosen), context }, taken)
        const tried = triedCandidates(candidates, results, chosen)
        return this.#grade(forked, { ...step, candidates: tried }, taken, state.observers)
      }),
    )
  }

  /**
   * Tells the observers, and asks for the next action or ends the episode.
   *
   * @param observers those not yet notified of it.
   */
  #grade(state: EpisodeState, step: EpisodeStep, taken: ActResult, observers: readonly NamedObserver[]): Turn {
    const { action, observation } = step
    const { won, lost = false, agent = soleAgent, situation } = taken
    const steps = [...state.steps, step]
    const next: EpisodeState = { ...state, agent, situation, steps }
    const last = won || lost || steps.length >= state.limit || isScriptOver(next)
    const steppedMessages = stepMessages(this.#name, state, observers, { action, observation, last })
    if (!last) return concat(emit(steppedMessages), this.#askNext(next, observation))
    this.#end(state.play.id)
    return emit([...steppedMessages, ...releasePlayers(this.#name, next), finishedMessage(this.#name, next, taken)])
  }

  /** Asks for the next action; of a script it is known. */
  #askNext(state: EpisodeState, observation: string): Turn {
    const { id, players } = state.play
    this.#states.set(id, state)
    const player = playerOf(this.#world, players, state.agent)
    if (player.kind !== 'script') return of(this.#question(state, player, observation))
    const action = nth(player.actions, turnsOf(state.agent, state.steps))
    return of(new GoOn(() => this.#advance(state, { action, ...unsampled })))
  }

  #question(state: EpisodeState, player: Asked, observation: string): Observed {
    const asked = observationMessage(this.#name, state, observation, player)
    if (state.candidates === 1) return asked
    forkOf(this.#world, state.episode)
    return { ...asked, branching: branchingOf(state, state.candidates) }
  }

  #runTests(message: RunTests): Observable<TestsRun | Failed> {
    return defer(() => passTable(this.#world, this.#sandbox.run, message)).pipe(
      map((passes): TestsRun => ({ kind: 'tests-run', ...replying(message, this.#name), passes })),
      catchError((thrown: unknown) => emit([this.#refusal(message, thrown)])),
    )
  }

  #refusal(asked: Play | RunTests, thrown: unknown): Failed {
    return { kind: 'failed', ...replying(asked, this.#name), failure: failureOf(this.#name, thrown) }
  }
}

/** One value: at once, or when it is there. */
const once = <T>(value: T | Promise<T>): Observable<T> => (isPromise(value) ? emit(value) : of(value))

function failureOf(actor: string, thrown: unknown): Failure {
  if (thrown instanceof FailedError) return thrown.failure
  return isRangeError(thrown) ? { kind: 'invalid', reason: thrown.message } : crashed(actor, thrown)
}
