import type { VectorRows } from '../contracts/worlds/vector-rows.ts'
import type { StepRecorder } from './stepping.ts'

/** Copies what happens in a buffer, step by step. */
export interface RowRecorder extends StepRecorder {
  readonly rows: VectorRows
}

/** @param controls numbers of a continuous action; 0 where actions are discrete. */
export function createRowRecorder(worlds: number, steps: number, observationSize: number, controls = 0): RowRecorder {
  const count = worlds * steps
  const rows: VectorRows = {
    worlds,
    steps,
    observations: new Float32Array(count * observationSize),
    actions: new Int32Array(count),
    controls: new Float32Array(count * controls),
    rewards: new Float32Array(count),
    endings: new Uint8Array(count),
    nextObservations: new Float32Array(count * observationSize),
  }
  const copy = (to: Float32Array, from: Float32Array, place: [world: number, step: number], size = observationSize) => {
    const [world, step] = place
    to.set(from.subarray(world * size, (world + 1) * size), (world * steps + step) * size)
  }
  return {
    rows,
    chosen: (buffer, { from, to }, step) => {
      for (let world = from; world < to; world += 1) {
        copy(rows.observations, buffer.observations, [world, step])
        copy(rows.controls, buffer.controls, [world, step], controls)
        rows.actions.set(buffer.actions.subarray(world, world + 1), world * steps + step)
      }
    },
    stepped: (buffer, { from, to }, step) => {
      for (let world = from; world < to; world += 1) {
        copy(rows.nextObservations, buffer.observations, [world, step])
        rows.rewards.set(buffer.rewards.subarray(world, world + 1), world * steps + step)
        rows.endings.set(buffer.endings.subarray(world, world + 1), world * steps + step)
      }
    },
  }
}

/** The rows of several threads, one behind the other. @param all of as many steps each, at least one. */
export function joinedRows(all: readonly VectorRows[]): VectorRows {
  const joined = <Numbers extends Float32Array | Int32Array | Uint8Array>(
    Made: new (length: number) => Numbers,
    of: (rows: VectorRows) => Numbers,
  ): Numbers => {
    const whole = new Made(all.reduce((sum, rows) => sum + of(rows).length, 0))
    let place = 0
    for (const rows of all) {
      whole.set(of(rows), place)
      place += of(rows).length
    }
    return whole
  }
  return {
    worlds: all.reduce((sum, { worlds }) => sum + worlds, 0),
    steps: all[0]?.steps ?? 0,
    observations: joined(Float32Array, rows => rows.observations),
    actions: joined(Int32Array, rows => rows.actions),
    controls: joined(Float32Array, rows => rows.controls),
    rewards: joined(Float32Array, rows => rows.rewards),
    endings: joined(Uint8Array, rows => rows.endings),
    nextObservations: joined(Float32Array, rows => rows.nextObservations),
  }
}
