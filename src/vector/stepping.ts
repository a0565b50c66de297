/**
 * Worlds under way in a buffer of their own. Its rows are cut into parts: one steps while the network decides on the others,
 * and each continues as soon as its answer has come.
 */
import { addresses } from '../contracts/addresses.ts'
import type { Attach, Decide, Decided } from '../contracts/messages/steps.ts'
import { endings, type VectorWorld } from '../contracts/worlds/vector-world.ts'
import type { Key } from '../math/random.ts'
import { nth } from '../math/nth.ts'
import { chooseActions, outputsFor } from './choose-actions.ts'
import { partsOf, type RowRange } from './parts.ts'
import { createWorldBuffer, type WorldBuffer } from './world-buffer.ts'

interface SteppingOptions {
  readonly world: VectorWorld
  readonly worlds: number
  /** Names the buffer: another one each time. */
  readonly buffer: string
  /** Address of the actor. */
  readonly name: string
  readonly now: () => number
  readonly network: string
  /** Address of the actor that decides, the gpu actor if left out. */
  readonly decider?: string
  /** Numbers that it says of each row, at least those that choose an action. */
  readonly outputs: number
  /** Of the choice of actions. */
  readonly key: Key
  readonly temperature: number
  /** Most rows handed over together. */
  readonly maxRows: number
  /** Steps of each world; left out, there is no end. */
  readonly steps?: number
  /** Told of rows whose actions are chosen, and of the same after they were stepped, before ended ones start anew. */
  readonly recorder?: StepRecorder
}

export interface StepRecorder {
  /** @param step of these worlds, from 0. */
  readonly chosen: (buffer: WorldBuffer, rows: RowRange, step: number) => void
  readonly stepped: (buffer: WorldBuffer, rows: RowRange, step: number) => void
}

export interface Stepping {
  /** Asks for all that has no answer: at the beginning, and again of a fresh gpu actor. */
  readonly ask: () => readonly (Attach | Decide)[]
  /** Steps the rows that have been answered, starts anew what has ended, and asks again; an answer that nobody waits for is left. */
  readonly advance: (answer: Decided) => readonly Decide[]
  readonly isDone: () => boolean
  /** Of all worlds, so far. */
  readonly counts: () => { readonly steps: number; readonly episodes: number }
}

/** A part under way: which answer it waits for. */
interface Waiting {
  readonly rows: RowRange
  turn: number
}

/** @throws {RangeError} if the network says fewer numbers than choose an action. */
export function createStepping(options: SteppingOptions): Stepping {
  const { world, worlds, buffer: id, name, now, network, outputs, key, temperature, maxRows, recorder } = options
  const { steps: last = Infinity, decider = addresses.gpu } = options
  const { observationSize, actions, bounds } = world
  if (outputs < outputsFor(world)) {
    const wanted = bounds === undefined ? 'actions' : 'means and deviations of actions'
    throw new RangeError(`outputs must be at least the ${outputsFor(world)} ${wanted} of ${world.name}, got ${outputs}`)
  }
  const buffer = createWorldBuffer({
    ...{ worlds, observationSize, outputs },
    ...(bounds === undefined ? {} : { controls: actions }),
  })
  const waiting = partsOf(worlds, maxRows).map((rows): Waiting => ({ rows, turn: 0 }))
  const episodes = new Uint32Array(worlds)
  const choice = { actions, temperature, key, ...(bounds === undefined ? {} : { bounds }) }
  let steps = 0
  let ended = 0
  for (let each = 0; each < worlds; each += 1) world.reset(each, 0, buffer)
  buffer.asked.fill(1)

  const decide = (part: number): readonly Decide[] => {
    const { rows, turn } = nth(waiting, part)
    if (turn >= last) return []
    return [{ kind: 'decide', to: decider, from: name, buffer: id, part, turn, rows, askedAt: now() }]
  }
  return {
    ask: () => [
      { kind: 'attach', to: decider, from: name, buffer: id, network, shared: buffer.shared },
      ...waiting.flatMap((_, part) => decide(part)),
    ],
    advance: ({ buffer: answered, part, turn }) => {
      const mine = waiting[part]
      if (answered !== id || mine?.turn !== turn) return []
      const { from, to } = mine.rows
      requireAnswers(buffer, mine.rows)
      chooseActions(buffer, mine.rows, choice)
      recorder?.chosen(buffer, mine.rows, turn)
      world.step(from, to, buffer)
      recorder?.stepped(buffer, mine.rows, turn)
      for (let each = from; each < to; each += 1) {
        buffer.asked[each]! += 1
        if (buffer.endings[each] === endings.none) continue
        episodes[each]! += 1
        ended += 1
        world.reset(each, episodes[each]!, buffer)
      }
      steps += to - from
      mine.turn = turn + 1
      return decide(part)
    },
    isDone: () => waiting.every(({ turn }) => turn >= last),
    counts: () => ({ steps, episodes: ended }),
  }
}

/** Every row has the answer to its last observation: none was lost, none counted twice. */
function requireAnswers({ asked, answered }: WorldBuffer, { from, to }: RowRange): void {
  for (let world = from; world < to; world += 1) {
    if (asked[world] === answered[world]) continue
    throw new Error(`world ${world} got the answer to observation ${answered[world]}, not to ${asked[world]}`)
  }
}
