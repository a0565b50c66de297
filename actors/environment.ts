/** An environment actor: plays many episodes at once, each step as soon as its action arrives, and runs programs. */
import {
  catchError,
  concat,
  defer,
  EMPTY,
  finalize,
  from as emit,
  map,
  mergeMap,
  of,
  type Observable,
} from '../src/streams/rxjs.ts'
import type { Actor } from '../src/contracts/actor.ts'
import type { EpisodeStep } from '../src/contracts/episode.ts'
import { crashed, type Failure } from '../src/contracts/failure.ts'
import { loadWorld } from '../src/rollout/load-world.ts'
import type { EnvironmentSource } from '../src/contracts/worlds/environment-source.ts'
import type { ActResult, OpenEpisode } from '../src/contracts/worlds/world.ts'
import { nth } from '../src/math/nth.ts'
import { derive, rootKey } from '../src/math/random.ts'
import { playerOf, requireActions, requirePlayers, soleAgent, turnLimit } from '../src/rollout/episode/agents.ts'
import { notTaken } from '../src/text/not-taken.ts'
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
import { createSandbox, type Sandbox } from '../src/sandbox/sandbox.ts'
import { isRangeError } from '../src/contracts/built-in-error.ts'

/** The messages that it gives. */
export type EnvironmentOut = Observed | Stepped | Closed | Finished | TestsRun | Failed

const kinds: readonly ToEnvironment['kind'][] = ['play', 'acted', 'branched', 'abandon', 'run-tests', 'failed']
const playShape = record({ players: record({}), observers: record({}) })

/** @param open makes what programs are run in; its threads are not to start before its first job. */
export default async function environment(
  source: EnvironmentSource,
  open: () => Sandbox = () => createSandbox({ threads: 1 }),
): Promise<Actor<ToEnvironment, EnvironmentOut>> {
  const world = await loadWorld(source)

  return (inbox, { name }) => {
    const states = new Map<string, EpisodeState>()
    /** Of the episodes that are played or still being opened, by id; aborted when they are no longer wanted. */
    const signals = new Map<string, AbortController>()
    const sandbox = open()

    const react = (message: ToEnvironment): Observable<EnvironmentOut> => {
      switch (message.kind) {
        case 'play':
          return guarded(message, () => begin(message))
        case 'acted': {
          const state = states.get(message.id)
          return state === undefined ? EMPTY : guarded(state.play, () => advance(state, message))
        }
        case 'branched': {
          const state = states.get(message.id)
          return state === undefined ? EMPTY : guarded(state.play, () => branch(state, message))
        }
        case 'abandon': {
          const state = end(message.id)
          return state === undefined ? EMPTY : emit([...releasePlayers(name, state), ...releaseObservers(name, state)])
        }
        case 'run-tests':
          return runTests(message)
        case 'failed': {
          const state = end(message.id)
          if (state === undefined) return EMPTY
          return emit([{ ...message, to: state.play.from, from: name }, ...releasePlayers(name, state)])
        }
        default: {
          const { kind }: { readonly kind?: unknown } = message
          return emit([refusal(message, new RangeError(notTaken(name, kind, kinds)))])
        }
      }
    }

    /** The episode is no longer wanted: the world releases its resources. */
    const end = (id: string): EpisodeState | undefined => {
      const state = states.get(id)
      states.delete(id)
      signals.get(id)?.abort()
      signals.delete(id)
      /* Nothing waits for it any more: its errors are dropped. */
      state?.episode.close().catch(() => {})
      return state
    }

    /** A world that throws, or a sandbox that fails, ends only that episode. */
    const guarded = (play: Play, work: () => Observable<EnvironmentOut>): Observable<EnvironmentOut> =>
      defer(work).pipe(
        catchError((thrown: unknown) => {
          const state = end(play.id)
          return emit([refusal(play, thrown), ...(state === undefined ? [] : releasePlayers(name, state))])
        }),
      )

    const begin = (play: Play): Observable<EnvironmentOut> => {
      requireShape('play', playShape, play)
      requirePlayers(world, play.players)
      requireActions(play.players)
      const { stepLimit, open } = stageOf(world, play)
      const candidates = candidateCount(play.tree)
      const limit = turnLimit(play.players, stepLimit)
      const controller = new AbortController()
      signals.set(play.id, controller)
      const { signal } = controller
      const observers = Object.entries(play.observers)
      const key = play.key ?? derive(rootKey(0), play.id)
      return once(open({ key, signal, run: sandbox.run })).pipe(
        mergeMap((episode: OpenEpisode) => {
          const { observation: opening, agent = soleAgent } = episode
          const state = { play, observers, limit, candidates, episode, opening, agent, steps: [] }
          if (!signal.aborted) return askNext(state, opening)
          episode.close().catch(() => {})
          return EMPTY
        }),
      )
    }

    /** Takes the action; nothing comes of it if the episode has been given up meanwhile. */
    const advance = (state: EpisodeState, action: TakenAction): Observable<EnvironmentOut> => {
      const isOpen = (): boolean => states.get(state.play.id) === state
      const early = earlyObservers(state)
      const late = early.length === 0 ? state.observers : state.observers.filter(each => !early.includes(each))
      const taken = defer(() => once(state.episode.act(action.action))).pipe(
        catchError((thrown: unknown) => {
          if (isOpen()) throw thrown
          return EMPTY
        }),
        mergeMap(came => (isOpen() ? grade(state, stepOf(state, action, came), came, late) : EMPTY)),
      )
      const ahead = { action: action.action, observation: '', last: true }
      return early.length === 0 ? taken : concat(emit(stepMessages(name, state, early, ahead)), taken)
    }

    /** Tries all candidates, and continues in the fork of the best; nothing comes of it if the episode has been given up meanwhile. */
    const branch = (state: EpisodeState, { context, candidates }: Branched): Observable<EnvironmentOut> => {
      const isOpen = (): boolean => states.get(state.play.id) === state
      const actions = candidates.map(({ action }) => action)
      return defer(() => tryCandidates(world, state.episode, actions, state.play.tree?.rewardWeights)).pipe(
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
          states.set(state.play.id, forked)
          const taken = nth(results, chosen)
          const step = stepOf(state, { ...nth(candidates, chosen), context }, taken)
          const tried = triedCandidates(candidates, results, chosen)
          return grade(forked, { ...step, candidates: tried }, taken, state.observers)
        }),
      )
    }

    /**
     * Tells the observers, and asks for the next action or ends the episode.
     *
     * @param observers those not yet notified of it.
     */
    const grade = (
      state: EpisodeState,
      step: EpisodeStep,
      taken: ActResult,
      observers: readonly NamedObserver[],
    ): Observable<EnvironmentOut> => {
      const { action, observation } = step
      const { won, lost = false, agent = soleAgent } = taken
      const steps = [...state.steps, step]
      const next: EpisodeState = { ...state, agent, steps }
      const last = won || lost || steps.length >= state.limit || isScriptOver(next)
      const steppedMessages = stepMessages(name, state, observers, { action, observation, last })
      if (!last) return concat(emit(steppedMessages), askNext(next, observation))
      end(state.play.id)
      return emit([...steppedMessages, ...releasePlayers(name, next), finishedMessage(name, next, taken)])
    }

    /** Asks for the next action; of a script it is known. */
    const askNext = (state: EpisodeState, observation: string): Observable<EnvironmentOut> => {
      const { id, players } = state.play
      states.set(id, state)
      const player = playerOf(world, players, state.agent)
      if (player.kind !== 'script') return of(question(state, player, observation))
      const action = nth(player.actions, turnsOf(state.agent, state.steps))
      return defer(() => advance(state, { action, ...unsampled }))
    }

    const question = (state: EpisodeState, player: Asked, observation: string): Observed => {
      const asked = observationMessage(name, state, observation, player)
      if (state.candidates === 1) return asked
      forkOf(world, state.episode)
      return { ...asked, branching: branchingOf(state, state.candidates) }
    }

    const runTests = (message: RunTests): Observable<TestsRun | Failed> =>
      defer(() => passTable(world, sandbox.run, message)).pipe(
        map((passes): TestsRun => ({ kind: 'tests-run', to: message.from, from: name, id: message.id, passes })),
        catchError((thrown: unknown) => emit([refusal(message, thrown)])),
      )

    const refusal = ({ from: to, id }: Play | RunTests, thrown: unknown): Failed => ({
      kind: 'failed',
      to,
      from: name,
      id,
      failure: failureOf(name, thrown),
    })

    return inbox.pipe(
      mergeMap(react),
      finalize(() => void sandbox.close()),
    )
  }
}

/** One value: at once, or when it is there. */
const once = <T>(value: T | Promise<T>): Observable<T> => (isPromise(value) ? emit(value) : of(value))

function failureOf(actor: string, thrown: unknown): Failure {
  if (thrown instanceof FailedError) return thrown.failure
  return isRangeError(thrown) ? { kind: 'invalid', reason: thrown.message } : crashed(actor, thrown)
}
