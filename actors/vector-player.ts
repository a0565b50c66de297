/** A thread of vector worlds that plays what it is asked for, one request after another, and sends all that happened. */
import { replying } from '../src/contracts/replying.ts'
import { concatMap } from '../src/streams/rxjs.ts'
import type { Actor } from '../src/contracts/actor.ts'
import type { Failure } from '../src/contracts/failure.ts'
import type { EnvironmentSource } from '../src/contracts/worlds/environment-source.ts'
import type { Attach, Decide, PlayRows, RowsPlayed, ToPlayer } from '../src/contracts/messages/steps.ts'
import type { Failed } from '../src/contracts/messages/gpu.ts'
import { unreachable } from '../src/contracts/unreachable.ts'
import { failureOf } from '../src/engine/queue/failure-of.ts'
import { derive } from '../src/math/random.ts'
import { outputsFor } from '../src/vector/choose-actions.ts'
import { loadVectorWorld } from '../src/vector/load-vector-world.ts'
import { createRowRecorder, type RowRecorder } from '../src/vector/row-recorder.ts'
import { createStepping, type Stepping } from '../src/vector/stepping.ts'

export interface VectorPlayerOptions {
  readonly source: EnvironmentSource
  /** Most rows handed over together. */
  readonly maxRows?: number
}

/** The messages that it gives. */
export type VectorPlayerOut = Attach | Decide | RowsPlayed | Failed

interface UnderWay {
  readonly request: PlayRows
  readonly buffer: string
  readonly stepping: Stepping
  readonly recorder: RowRecorder
}

export default function vectorPlayer({ source, maxRows = 512 }: VectorPlayerOptions): Actor<ToPlayer, VectorPlayerOut> {
  return (inbox, { name, incarnation, now }) => {
    const waiting: PlayRows[] = []
    let playing: UnderWay | null = null

    const begin = async (request: PlayRows): Promise<UnderWay> => {
      const { id, worlds, steps, key, network, decider, outputs, temperature } = request
      const options = { ...source.options, ...request.options }
      const world = await loadVectorWorld({ ...source, options }, { worlds, key: derive(key, 'world') })
      if (outputs === null && world.bounds === undefined)
        throw new RangeError(
          `the actions of ${world.name} must be continuous to be chosen by a function, got discrete ones`,
        )
      const recorder = createRowRecorder(
        ...([worlds, steps, world.observationSize, world.bounds === undefined ? 0 : world.actions] as const),
      )
      const buffer = `${name}~${incarnation} ${id}`
      const choice = {
        network,
        ...(decider === undefined ? {} : { decider }),
        outputs: outputs ?? outputsFor(world),
        temperature,
        key: derive(key, 'actions'),
      }
      const stepping = createStepping({ world, worlds, buffer, name, now, maxRows, steps, recorder, ...choice })
      return { request, buffer, stepping, recorder }
    }
    const next = async (): Promise<readonly VectorPlayerOut[]> => {
      const request = waiting.shift()
      if (request === undefined) return []
      try {
        playing = await begin(request)
        return playing.stepping.ask()
      } catch (thrown) {
        return fail(request, failureOf(name, thrown))
      }
    }
    const fail = async (request: PlayRows, failure: Failure): Promise<readonly VectorPlayerOut[]> => {
      playing = null
      return [{ kind: 'failed', ...replying(request, name), failure }, ...(await next())]
    }
    const advance = async ({ request, stepping, recorder }: UnderWay, work: () => readonly Decide[]) => {
      try {
        const asked = work()
        if (!stepping.isDone()) return asked
      } catch (thrown) {
        return fail(request, failureOf(name, thrown))
      }
      playing = null
      const played: RowsPlayed = { kind: 'rows-played', ...replying(request, name), rows: recorder.rows }
      return [played, ...(await next())]
    }

    const react = async (message: ToPlayer): Promise<readonly VectorPlayerOut[]> => {
      switch (message.kind) {
        case 'play-rows':
          waiting.push(message)
          return playing === null ? next() : []
        case 'decided': {
          const current = playing
          return current === null ? [] : advance(current, () => current.stepping.advance(message))
        }
        case 'ask-again':
          return playing === null ? [] : playing.stepping.ask()
        case 'failed':
          /* Of a decision: its id is that of the buffer. */
          return playing?.buffer === message.id ? fail(playing.request, message.failure) : []
        default:
          return unreachable(message)
      }
    }
    return inbox.pipe(
      concatMap(message => react(message)),
      concatMap(messages => messages),
    )
  }
}
