/** A thread of vector worlds that steps them without an end. */
import { replying } from '../src/contracts/replying.ts'
import { concatMap, from as emit } from '../src/streams/rxjs.ts'
import type { Actor } from '../src/contracts/actor.ts'
import { describeFailure } from '../src/contracts/failure.ts'
import type { EnvironmentSource } from '../src/contracts/worlds/environment-source.ts'
import { loadVectorWorld } from '../src/vector/load-vector-world.ts'
import { derive, type Key } from '../src/math/random.ts'
import { createStepping, type Stepping } from '../src/vector/stepping.ts'
import { unreachable } from '../src/contracts/unreachable.ts'
import type { Attach, CountSteps, Counted, Decide, RunSteps, ToWorlds } from '../src/contracts/messages/steps.ts'

export interface VectorWorldsOptions {
  readonly source: EnvironmentSource
  /** Worlds of this thread. */
  readonly worlds: number
  /** Of this thread; no two threads have the same. */
  readonly key: Key
  /** Of the choice of actions, in [0, ∞); 0 takes the likeliest. */
  readonly temperature: number
  /** Most rows handed over together. */
  readonly maxRows?: number
}

/** The messages that it gives. */
export type VectorWorldsOut = Attach | Decide | Counted

export default async function vectorWorlds(options: VectorWorldsOptions): Promise<Actor<ToWorlds, VectorWorldsOut>> {
  const { source, worlds, key, temperature, maxRows = 512 } = options
  const world = await loadVectorWorld(source, { worlds, key: derive(key, 'world') })

  return (inbox, { name, incarnation, now }) => {
    let stepping: Stepping | null = null

    const begin = ({ network, outputs }: RunSteps): Stepping =>
      createStepping({
        ...{ world, worlds, buffer: `${name}~${incarnation}`, name, now, network, outputs },
        ...{ key: derive(key, 'actions'), temperature, maxRows },
      })
    const counted = (asked: CountSteps): Counted => ({
      kind: 'counted',
      ...replying(asked, name),
      life: incarnation,
      ...(stepping?.counts() ?? { steps: 0, episodes: 0 }),
      at: now(),
    })
    const react = (message: ToWorlds): readonly VectorWorldsOut[] => {
      switch (message.kind) {
        case 'run':
          stepping ??= begin(message)
          return stepping.ask()
        case 'decided':
          return stepping?.advance(message) ?? []
        case 'count':
          return [counted(message)]
        case 'failed':
          throw new Error(`${message.from} could not decide: ${describeFailure(message.failure)}`)
        default:
          return unreachable(message)
      }
    }
    return inbox.pipe(concatMap(message => emit(react(message))))
  }
}
