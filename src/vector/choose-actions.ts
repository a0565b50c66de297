/** From the network's outputs for each row to an action. */
import type { ControlBounds, VectorWorld } from '../contracts/worlds/vector-world.ts'
import { derive, philox, randomFrom, type Key } from '../math/random.ts'
import type { RowRange } from './parts.ts'
import type { WorldBuffer } from './world-buffer.ts'

interface ActionChoiceOptions {
  /** How many of the network's numbers are logits of actions, the first ones; or means of a continuous action's numbers. */
  readonly actions: number
  /** Of continuous actions, whose numbers are normal: behind the means are the logarithms of their standard deviations. */
  readonly bounds?: ControlBounds
  /** In [0, ∞), of continuous actions the factor of the deviations; 0 takes the likeliest, the lowest of equals. */
  readonly temperature: number
  /** Each draw is named by it, the world and the world's observation: by nothing that happened meanwhile. */
  readonly key: Key
}

/** Numbers of a network that choose an action. */
export const outputsFor = ({ actions, bounds }: Pick<VectorWorld, 'actions' | 'bounds'>): number =>
  bounds === undefined ? actions : 2 * actions

/** Writes the `actions` or `controls` of the rows. @throws {Error} if an output that chooses is not finite. */
export function chooseActions(buffer: WorldBuffer, { from, to }: RowRange, options: ActionChoiceOptions): void {
  const { bounds, ...choice } = options
  if (bounds === undefined) chooseDiscrete(buffer, { from, to }, choice)
  else for (let world = from; world < to; world += 1) chooseControls(buffer, world, { ...choice, bounds })
}

/** Normal numbers, each cut off at its bounds. */
function chooseControls(
  { outputs, answered, controls, shared }: WorldBuffer,
  world: number,
  { actions, temperature, key, bounds: { low, high } }: Required<ActionChoiceOptions>,
): void {
  const start = world * shared.outputs
  const random = randomFrom(derive(key, answered[world]!, world))
  for (let index = 0; index < actions; index += 1) {
    const spread = temperature === 0 ? 0 : temperature * Math.exp(outputs[start + actions + index]!) * random.normal()
    const value = outputs[start + index]! + spread
    if (!Number.isFinite(value)) throw new Error(`the action of world ${world} is not finite`)
    controls[world * actions + index] = Math.min(high[index]!, Math.max(low[index]!, value))
  }
}

function chooseDiscrete(
  buffer: WorldBuffer,
  { from, to }: RowRange,
  { actions, temperature, key }: Omit<ActionChoiceOptions, 'bounds'>,
): void {
  const { outputs, answered, shared } = buffer
  for (let world = from; world < to; world += 1) {
    const start = world * shared.outputs
    const best = likeliest(outputs, start, actions)
    if (!Number.isFinite(outputs[start + best]!)) throw new Error(`the logits of world ${world} are not finite`)
    buffer.actions[world] =
      temperature === 0
        ? best
        : draw(outputs, start, { actions, temperature, best, uniform: uniform(key, answered[world]!, world) })
  }
}

/** The first of equals; one whose logit is not a number, if there is one. */
function likeliest(outputs: Float32Array, start: number, actions: number): number {
  let best = 0
  for (let action = 1; action < actions && !Number.isNaN(outputs[start + best]!); action += 1) {
    if (!(outputs[start + action]! <= outputs[start + best]!)) best = action
  }
  return best
}

/** In [0, 1). */
function uniform(key: Key, turn: number, world: number): number {
  const [word] = philox(key, [turn, world, 0, 0])
  return word / 2 ** 32
}

function draw(
  outputs: Float32Array,
  start: number,
  { actions, temperature, best, uniform }: { actions: number; temperature: number; best: number; uniform: number },
): number {
  const largest = outputs[start + best]!
  const mass = (action: number): number => Math.exp((outputs[start + action]! - largest) / temperature)
  let total = 0
  for (let action = 0; action < actions; action += 1) total += mass(action)
  let passed = 0
  for (let action = 0; action < actions; action += 1) {
    passed += mass(action)
    if (passed > total * uniform) return action
  }
  return best
}
