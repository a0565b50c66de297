import { derive, randomFrom, rootKey } from '../../../math/random.ts'
import { softmax } from '../../../math/softmax.ts'
import type { PolicyClass } from './policy-class.ts'
import { withinUnit } from '../../control/rows.ts'
import type { ControlSizes } from '../../control/control-world.ts'

const leastLog = -4
const mostLog = 1

/**
 * A mixture of normal distributions with diagonal covariance; of one mode it is a Gaussian. The loss is −ln p(a).
 * Source: Bishop, Mixture density networks (1994), eq. 29. Departures: each mean has a fixed place in [−1, 1] added, or else modes that
 * begin alike would stay alike where there is nothing to see; logarithms of deviations are kept within [−4, 1].
 *
 * @param hidden widths of the network between.
 */
export function mixture({ observation, action }: ControlSizes, hidden: readonly number[], modes: number): PolicyClass {
  const random = randomFrom(derive(rootKey(0), 'modes', modes))
  const places = Array.from({ length: modes * action }, () => (modes === 1 ? 0 : 2 * random.uniform() - 1))
  const outputs = modes * (1 + 2 * action)
  const modesOf = (row: Float32Array) =>
    softmax(row.subarray(0, modes)).map((share, mode) => ({
      share,
      numbers: Array.from({ length: action }, (_, index) => {
        const place = mode * action + index
        const raw = row[modes + modes * action + place]!
        const log = Math.min(mostLog, Math.max(leastLog, raw))
        return { mean: row[modes + place]! + places[place]!, deviation: Math.exp(log), log, raw }
      }),
    }))
  const rowOf = (said: Float32Array, row: number) => said.subarray(row * outputs, (row + 1) * outputs)
  return {
    shape: { inputs: observation, hidden, outputs },
    sample: async (network, observations, { keys, repeat }) => {
      const said = await network.forward(observations)
      const actions = new Float32Array(keys.length * repeat * action)
      keys.forEach((key, row) => {
        const drawn = randomFrom(key)
        const all = modesOf(rowOf(said, row))
        for (let copy = 0; copy < repeat; copy += 1) {
          let left = drawn.uniform()
          const mode = all.find(({ share }) => (left -= share) < 0) ?? all[modes - 1]!
          mode.numbers.forEach(({ mean, deviation }, index) => {
            actions[(row * repeat + copy) * action + index] = withinUnit(mean + deviation * drawn.normal())
          })
        }
      })
      return actions
    },
    fit: async (network, observations, { actions }) => {
      const said = await network.forward(observations)
      const count = actions.length / action
      const gradients = new Float32Array(said.length)
      let loss = 0
      for (let row = 0; row < count; row += 1) {
        const all = modesOf(rowOf(said, row))
        const errors = all.map(({ numbers }) =>
          numbers.map(({ mean, deviation }, index) => (actions[row * action + index]! - mean) / deviation),
        )
        const logs = all.map(({ share, numbers }, mode) =>
          numbers.reduce(
            (sum, { log }, index) => sum - 0.5 * errors[mode]![index]! ** 2 - log - 0.5 * Math.log(2 * Math.PI),
            Math.log(Math.max(share, Number.MIN_VALUE)),
          ),
        )
        const largest = Math.max(...logs)
        const density = largest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - largest), 0))
        loss -= density / count
        const into = rowOf(gradients, row)
        all.forEach(({ share, numbers }, mode) => {
          const owed = Math.exp(logs[mode]! - density)
          into[mode] = (share - owed) / count
          numbers.forEach(({ deviation, log, raw }, index) => {
            const error = errors[mode]![index]!
            const place = mode * action + index
            into[modes + place] = (-owed * error) / deviation / count
            into[modes + modes * action + place] = log === raw ? (owed * (1 - error ** 2)) / count : 0
          })
        })
      }
      await network.backward(observations, gradients)
      return loss
    },
  }
}
