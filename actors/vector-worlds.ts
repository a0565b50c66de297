/**
 * A thread of vector worlds. Its rows are cut into parts: one steps while the network decides on the others, and each
 * continues as soon as its answer has come.
 */
import { concatMap, from as emit } from '../src/streams/rxjs.ts'
import type { Actor } from '../src/contracts/actor.ts'
import { addresses } from '../src/contracts/addresses.ts'
import { describeFailure } from '../src/contracts/failure.ts'
import type { EnvironmentSource } from '../src/contracts/worlds/environment-source.ts'
import { loadVectorWorld } from '../src/vector/load-vector-world.ts'
import { derive, type Key } from '../src/math/random.ts'
import { unreachable } from '../src/contracts/unreachable.ts'
import { chooseActions } from '../src/vector/choose-actions.ts'
import { partsOf, type RowRange } from '../src/vector/parts.ts'
import { createWorldBuffer, type WorldBuffer } from '../src/vector/world-buffer.ts'
import type {
  Attach,
  CountSteps,
  Counted,
  Decide,
  Decided,
  RunSteps,
  ToWorlds,
} from '../src/contracts/messages/steps.ts'
import { endings } from '../src/contracts/worlds/vector-world.ts'
import { nth } from '../src/math/nth.ts'

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

/** A part under way: which answer it waits for. */
interface Waiting {
  readonly rows: RowRange
  turn: number
}

export default async function vectorWorlds(options: VectorWorldsOptions): Promise<Actor<ToWorlds, VectorWorldsOut>> {
  const { source, worlds, key, temperature, maxRows = 512 } = options
  const world = await loadVectorWorld(source, { worlds, key: derive(key, 'world') })
  const choice = { actions: world.actions, temperature, key: derive(key, 'actions') }

  return (inbox, { name, incarnation, now }) => {
    const waiting = partsOf(worlds, maxRows).map((rows): Waiting => ({ rows, turn: 0 }))
    const episodes = new Uint32Array(worlds)
    const id = `${name}~${incarnation}`
    let buffer: WorldBuffer | null = null
    let steps = 0
    let ended = 0

    const ask = (part: number): Decide => {
      const { rows, turn } = nth(waiting, part)
      return { kind: 'decide', to: addresses.gpu, from: name, buffer: id, part, turn, rows, askedAt: now() }
    }
    const attach = ({ network, outputs }: RunSteps): readonly VectorWorldsOut[] => {
      buffer ??= begin(outputs)
      const attached: Attach = {
        kind: 'attach',
        to: addresses.gpu,
        from: name,
        buffer: id,
        network,
        shared: buffer.shared,
      }
      return [attached, ...waiting.map((_, part) => ask(part))]
    }
    const begin = (outputs: number): WorldBuffer => {
      if (outputs < world.actions)
        throw new RangeError(`outputs must be at least the ${world.actions} actions of ${world.name}, got ${outputs}`)
      const fresh = createWorldBuffer({ worlds, observationSize: world.observationSize, outputs })
      for (let each = 0; each < worlds; each += 1) world.reset(each, 0, fresh)
      fresh.asked.fill(1)
      return fresh
    }

    /** Steps the answered rows, restarts the ended ones, and asks again. */
    const advance = (rows: WorldBuffer, { part, turn }: Decided): readonly VectorWorldsOut[] => {
      const mine = waiting[part]
      if (mine?.turn !== turn) return []
      const { from, to } = mine.rows
      requireAnswers(rows, mine.rows)
      chooseActions(rows, mine.rows, choice)
      world.step(from, to, rows)
      for (let each = from; each < to; each += 1) {
        rows.asked[each]! += 1
        if (rows.endings[each] === endings.none) continue
        episodes[each]! += 1
        ended += 1
        world.reset(each, episodes[each]!, rows)
      }
      steps += to - from
      mine.turn = turn + 1
      return [ask(part)]
    }

    const counted = ({ from: to, id: asked }: CountSteps): Counted => ({
      kind: 'counted',
      to,
      from: name,
      id: asked,
      life: incarnation,
      steps,
      episodes: ended,
      at: now(),
    })

    const react = (message: ToWorlds): readonly VectorWorldsOut[] => {
      switch (message.kind) {
        case 'run':
          return attach(message)
        case 'decided':
          return buffer === null || message.buffer !== id ? [] : advance(buffer, message)
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

/** Every row has the answer to its last observation: none was lost, none counted twice. */
function requireAnswers({ asked, answered }: WorldBuffer, { from, to }: RowRange): void {
  for (let world = from; world < to; world += 1) {
    if (asked[world] === answered[world]) continue
    throw new Error(`world ${world} got the answer to observation ${answered[world]}, not to ${asked[world]}`)
  }
}
