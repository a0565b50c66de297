import { randomFrom } from '../../../math/random.ts'
import { nth } from '../../../math/nth.ts'
import { softmax } from '../../../math/softmax.ts'
import type { PolicyClass } from './policy-class.ts'
import { besideRows, repeatedRows } from '../../control/rows.ts'
import type { ControlSizes } from '../../control/control-world.ts'

/**
 * The numbers of an action one after another, each one of `bins` values from −1 to 1: what is said of the next one depends on those
 * before it. The loss is the cross-entropy with the nearest values, nats an action.
 * Source: Metz et al., Discrete sequential prediction of continuous actions for deep RL (2017), section 3; the tokens of OpenVLA.
 */
export function autoregressive(
  { observation, action }: ControlSizes,
  hidden: readonly number[],
  bins: number,
): PolicyClass {
  const valueOf = (bin: number): number => (2 * bin) / (bins - 1) - 1
  const binOf = (value: number): number => Math.round(((value + 1) / 2) * (bins - 1))
  /** Rows that ask for number `index` of each action, of which those before it are seen. */
  const seen = (observations: Float32Array, actions: Float32Array, index: number): Float32Array => {
    const count = actions.length / action
    const before = actions.map((value, place) => (place % action < index ? value : 0))
    const hot = Float32Array.from({ length: count * action }, (_, place) => Number(place % action === index))
    return besideRows([observations, observation], [before, action], [hot, action])
  }
  const rowOf = (said: Float32Array, row: number) => said.subarray(row * bins, (row + 1) * bins)
  return {
    shape: { inputs: observation + 2 * action, hidden, outputs: bins },
    sample: async (network, observations, { keys, repeat }) => {
      const count = keys.length * repeat
      const repeated = repeatedRows(observations, observation, repeat)
      const drawn = keys.map(key => randomFrom(key))
      const actions = new Float32Array(count * action)
      for (let index = 0; index < action; index += 1) {
        const said = await network.forward(seen(repeated, actions, index))
        for (let row = 0; row < count; row += 1) {
          let left = nth(drawn, Math.floor(row / repeat)).uniform()
          const bin = softmax(rowOf(said, row)).findIndex(share => (left -= share) < 0)
          actions[row * action + index] = valueOf(bin < 0 ? bins - 1 : bin)
        }
      }
      return actions
    },
    fit: async (network, observations, { actions }) => {
      const count = actions.length / action
      const wanted = actions.map(value => valueOf(binOf(value)))
      let loss = 0
      for (let index = 0; index < action; index += 1) {
        const rows = seen(observations, wanted, index)
        const said = await network.forward(rows)
        const gradients = new Float32Array(said.length)
        for (let row = 0; row < count; row += 1) {
          const bin = binOf(wanted[row * action + index]!)
          const shares = softmax(rowOf(said, row))
          loss -= Math.log(Math.max(nth(shares, bin), Number.MIN_VALUE)) / count
          rowOf(gradients, row).set(shares.map((share, each) => (share - Number(each === bin)) / count))
        }
        await network.backward(rows, gradients)
      }
      return loss
    },
  }
}
