import { derive, randomFrom } from '../../../math/random.ts'
import { nth } from '../../../math/nth.ts'
import type { PolicyClass } from './policy-class.ts'
import { withinUnit, besideRows, repeatedRows } from '../../control/rows.ts'
import type { ControlSizes } from '../../control/control-world.ts'

/**
 * Actions that are noise without its noise. The network guesses the noise ε in √ᾱ a + √(1 − ᾱ) ε; the loss is the mean squared error.
 * Source: Ho, Jain & Abbeel, Denoising diffusion probabilistic models (2020), algorithms 1 and 2; the cosine ᾱ of Nichol & Dhariwal
 * (2021), eq. 17. Departure: each guess of the action is cut off at [−1, 1].
 *
 * @param steps of noise, 5 in PA-RL.
 */
export function diffusion(
  { observation, action }: ControlSizes,
  hidden: readonly number[],
  steps: number,
): PolicyClass {
  const cosine = (step: number): number => Math.cos(((step / steps + 0.008) / 1.008) * (Math.PI / 2)) ** 2
  /* Of what is left of the action; the last step leaves something. */
  const kept = [1]
  for (let step = 1; step <= steps; step += 1) {
    const noise = Math.min(0.999, 1 - cosine(step) / cosine(step - 1))
    kept.push(nth(kept, step - 1) * (1 - noise))
  }
  const times = (count: number, stepOf: (row: number) => number): Float32Array => {
    const hot = new Float32Array(count * steps)
    for (let row = 0; row < count; row += 1) hot[row * steps + stepOf(row) - 1] = 1
    return hot
  }
  const seen = (observations: Float32Array, actions: Float32Array, hot: Float32Array): Float32Array =>
    besideRows([observations, observation], [actions, action], [hot, steps])
  return {
    shape: { inputs: observation + action + steps, hidden, outputs: action },
    sample: async (network, observations, { keys, repeat }) => {
      const count = keys.length * repeat
      const width = repeat * action
      const drawn = keys.map(key => randomFrom(key))
      const normals = () =>
        Float32Array.from({ length: count * action }, (_, place) => nth(drawn, Math.floor(place / width)).normal())
      const repeated = repeatedRows(observations, observation, repeat)
      let actions = normals()
      for (let step = steps; step >= 1; step -= 1) {
        const guessed = await network.forward(
          seen(
            repeated,
            actions,
            times(count, () => step),
          ),
        )
        const [now, before] = [nth(kept, step), nth(kept, step - 1)]
        const noise = 1 - now / before
        const deviation = Math.sqrt((noise * (1 - before)) / (1 - now))
        const more = step === 1 ? null : normals()
        actions = actions.map((value, place) => {
          const clean = withinUnit((value - Math.sqrt(1 - now) * guessed[place]!) / Math.sqrt(now))
          const mean = (Math.sqrt(before) * noise * clean + Math.sqrt(1 - noise) * (1 - before) * value) / (1 - now)
          return more === null ? clean : mean + deviation * more[place]!
        })
      }
      return actions
    },
    fit: async (network, observations, { actions, key }) => {
      const count = actions.length / action
      const chance = Array.from({ length: count }, (_, row) => randomFrom(derive(key, row)))
      const drawn = chance.map(random => 1 + random.integer(steps))
      const noise = Float32Array.from(actions, (_, place) => nth(chance, Math.floor(place / action)).normal())
      const noisy = actions.map((value, place) => {
        const left = nth(kept, nth(drawn, Math.floor(place / action)))
        return Math.sqrt(left) * value + Math.sqrt(1 - left) * noise[place]!
      })
      const rows = seen(
        observations,
        noisy,
        times(count, row => nth(drawn, row)),
      )
      const errors = (await network.forward(rows)).map((guess, place) => guess - noise[place]!)
      await network.backward(
        rows,
        errors.map(error => (2 * error) / errors.length),
      )
      return errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length
    },
  }
}
