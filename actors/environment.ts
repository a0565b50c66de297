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
import type { EnvironmentSource } from '../src/contracts/environment-source.ts'
import type { ActResult, OpenEpisode } from '../src/contracts/world.ts'
import { nth } from '../src/math/nth.ts'
import { derive, rootKey } from '../src/math/random.ts'
import { playerOf, requireActions, requirePlayers, soleAgent, turnLimit } from '../src/rollout/episode/agents.ts'
import { isPromise } from '../src/user-code/shape.ts'
import {
  observationMessage,
  releasePlayers,
  finishedMessage,
  isScriptOver,
  stepMessages,
  releaseObservers,
  type EpisodeState,
  branchingOf,
  turnsOf,
  type NamedObserver,
} from '../src/rollout/episode/state.ts'
import { candidateCount, forkOf, triedCandidates, tryCandidates } from '../src/rollout/episode/candidates.ts'
import { passTable } from '../src/rollout/pass-table.ts'
import type {
  Acted,
  Branched,
  Closed,
  RunTests,
  TestsRun,
  Failed,
  Finished,
  Observed,
  Play,
  Sampling,
  Stepped,
  ToEnvironment,
} from '../src/contracts/messages/run.ts'
import { unreachable } from '../src/contracts/unreachable.ts'
import { FailedError } from '../src/runtime/errors/failed-error.ts'
import { createSandbox, type Sandbox } from '../src/sandbox/sandbox.ts'

type Out = Observed | Stepped | Closed | Finished | TestsRun | Failed

type Action = Pick<Acted, 'action' | 'context' | 'tokens' | 'logprobs' | 'version'>

/** @param open makes what programs are run in; its threads are not to start before its first job. */
export default async function environment(
  source: EnvironmentSource,
  open: () => Sandbox = () => createSandbox({ threads: 1 }),
): Promise<Actor<ToEnvironment, Out>> {
  const world = await loadWorld(source)

  return (inbox, { name }) => {
    const games = new Map<string, EpisodeState>()
    /** Of the episodes that are played or still being opened, by id; aborted once nobody waits for one any more. */
    const signals = new Map<string, AbortController>()
    const sandbox = open()

    const react = (message: ToEnvironment): Observable<Out> => {
      switch (message.kind) {
        case 'play':
          return guarded(message, () => begin(message))
        case 'acted': {
          const game = games.get(message.id)
          return game === undefined ? EMPTY : guarded(game.play, () => advance(game, message))
        }
        case 'branched': {
          const game = games.get(message.id)
          return game === undefined ? EMPTY : guarded(game.play, () => branch(game, message))
        }
        case 'abandon': {
          const game = end(message.id)
          return game === undefined ? EMPTY : emit([...releasePlayers(name, game), ...releaseObservers(name, game)])
        }
        case 'run-tests':
          return runTests(message)
        case 'failed': {
          const game = end(message.id)
          if (game === undefined) return EMPTY
          return emit([{ ...message, to: game.play.from, from: name }, ...releasePlayers(name, game)])
        }
        default:
          return unreachable(message)
      }
    }

    /** Nobody waits for the episode any more: the world gives back what it holds of it. */
    const end = (id: string): EpisodeState | undefined => {
      const game = games.get(id)
      games.delete(id)
      signals.get(id)?.abort()
      signals.delete(id)
      /* What goes wrong with it has nobody to be told to. */
      game?.episode.close().catch(() => {})
      return game
    }

    /** A world that throws, or a sandbox that fails, ends the one episode, not those beside it. */
    const guarded = (play: Play, work: () => Observable<Out>): Observable<Out> =>
      defer(work).pipe(
        catchError((thrown: unknown) => {
          const game = end(play.id)
          return emit([refusal(play, thrown), ...(game === undefined ? [] : releasePlayers(name, game))])
        }),
      )

    const begin = (play: Play): Observable<Out> => {
      requirePlayers(world, play.players)
      requireActions(play.players)
      const task = world.parseTask(play.task)
      const candidates = candidateCount(play.tree)
      const limit = turnLimit(play.players, world.stepLimit(task))
      const controller = new AbortController()
      signals.set(play.id, controller)
      const { signal } = controller
      const observers = Object.entries(play.observers)
      const key = play.key ?? derive(rootKey(0), play.id)
      return once(world.open(task, { key, signal, run: sandbox.run })).pipe(
        mergeMap((episode: OpenEpisode) => {
          const { observation: opening, agent = soleAgent } = episode
          const game = { play, observers, limit, candidates, episode, opening, agent, steps: [] }
          if (!signal.aborted) return goOn(game, opening)
          episode.close().catch(() => {})
          return EMPTY
        }),
      )
    }

    /** Takes the action; nothing comes of it if the episode has been given up meanwhile. */
    const advance = (game: EpisodeState, action: Action): Observable<Out> => {
      const isOpen = (): boolean => games.get(game.play.id) === game
      const early = toldAhead(game)
      const late = early.length === 0 ? game.observers : game.observers.filter(each => !early.includes(each))
      const taken = defer(() => once(game.episode.act(action.action))).pipe(
        catchError((thrown: unknown) => {
          if (isOpen()) throw thrown
          return EMPTY
        }),
        mergeMap(came => (isOpen() ? grade(game, stepOf(game, action, came), came, late) : EMPTY)),
      )
      const ahead = { action: action.action, observation: '', last: true }
      return early.length === 0 ? taken : concat(emit(stepMessages(name, game, early, ahead)), taken)
    }

    /** Tries all candidates, and goes on in the fork of the best; nothing comes of it if the episode has been given up meanwhile. */
    const branch = (game: EpisodeState, { context, candidates }: Branched): Observable<Out> => {
      const isOpen = (): boolean => games.get(game.play.id) === game
      const actions = candidates.map(({ action }) => action)
      return defer(() => tryCandidates(world, game.episode, actions)).pipe(
        catchError((thrown: unknown) => {
          if (isOpen()) throw thrown
          return EMPTY
        }),
        mergeMap(({ results, chosen, episode }) => {
          if (!isOpen()) {
            episode.close().catch(() => {})
            return EMPTY
          }
          game.episode.close().catch(() => {})
          const forked = { ...game, episode }
          games.set(game.play.id, forked)
          const taken = nth(results, chosen)
          const step = stepOf(game, { ...nth(candidates, chosen), context }, taken)
          const tried = triedCandidates(candidates, results, chosen)
          return grade(forked, { ...step, candidates: tried }, taken, game.observers)
        }),
      )
    }

    /**
     * Tells the observers, and asks for the next action or ends the episode.
     *
     * @param observers those that have not been told of it.
     */
    const grade = (
      game: EpisodeState,
      step: EpisodeStep,
      taken: ActResult,
      observers: readonly NamedObserver[],
    ): Observable<Out> => {
      const { action, observation } = step
      const { won, lost = false, agent = soleAgent } = taken
      const steps = [...game.steps, step]
      const next: EpisodeState = { ...game, agent, steps }
      const last = won || lost || steps.length >= game.limit || isScriptOver(next)
      const told = stepMessages(name, game, observers, { action, observation, last })
      if (!last) return concat(emit(told), goOn(next, observation))
      end(game.play.id)
      return emit([...told, ...releasePlayers(name, next), finishedMessage(name, next, taken)])
    }

    /** Asks for the next action; of a script it is known. */
    const goOn = (game: EpisodeState, observation: string): Observable<Out> => {
      const { id, players } = game.play
      games.set(id, game)
      const player = playerOf(world, players, game.agent)
      if (player.kind === 'model') return of(question(game, player.sampling, observation))
      const action = nth(player.actions, turnsOf(game.agent, game.steps))
      return defer(() => advance(game, { action, ...unsampled }))
    }

    const question = (game: EpisodeState, sampling: Sampling, observation: string): Observed => {
      const asked = observationMessage(name, game, observation, sampling)
      if (game.candidates === 1) return asked
      forkOf(world, game.episode)
      return { ...asked, branching: branchingOf(game, game.candidates) }
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

/** Observers that can be told of the next step before it is taken: they read nothing of what comes of it, and it is the last. */
const toldAhead = (game: EpisodeState): readonly NamedObserver[] =>
  game.observers.length > 0 && game.steps.length + 1 === game.limit
    ? game.observers.filter(([, { protocol }]) => protocol === 'unit-tests')
    : none

const none: readonly NamedObserver[] = []

/** One value: at once, or when it is there. */
const once = <T>(value: T | Promise<T>): Observable<T> => (isPromise(value) ? emit(value) : of(value))

const stepOf = (
  { agent }: EpisodeState,
  { action, context, tokens, logprobs, version }: Action,
  { observation, label }: ActResult,
): EpisodeStep => ({ agent, action, observation, context, tokens, logprobs, version, label })

const unsampled = { context: new Int32Array(0), tokens: new Int32Array(0), logprobs: new Float32Array(0), version: 0 }

function failureOf(actor: string, thrown: unknown): Failure {
  if (thrown instanceof FailedError) return thrown.failure
  return thrown instanceof RangeError ? { kind: 'invalid', reason: thrown.message } : crashed(actor, thrown)
}
