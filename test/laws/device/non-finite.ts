/** A number that is not finite stops what was asked, is named with its model, and changes nothing. */
import test from 'ava'
import fc from 'fast-check'
import type { Device, Example, ModelState } from '../../../src/contracts/models/device.ts'
import { NonFiniteError } from '../../../src/engine/semantics/non-finite-error.ts'
import type { Objective } from '../../../src/losses/objective.ts'
import { rootKey } from '../../../src/math/random.ts'
import { present } from '../../fixtures/present.ts'
import { nth } from '../../../src/math/nth.ts'
import { exampleOf, greedy, livelyModel, objectives, smallConfig, tree, usualUpdate } from './device-cases.ts'
import type { Subject } from './subject.ts'

const planted = new URL('../../fixtures/objectives/planted.js', import.meta.url).href
const wrong = fc.constantFrom('NaN', 'Infinity', '-Infinity')

export function nonFiniteLaws({ name, opened }: Subject): void {
  /** Holds that `attempt` is refused by name and leaves models and gradients bit for bit as they were. */
  const holds = async (
    device: Device,
    examples: readonly Example[],
    attempt: (model: string) => Promise<unknown>,
  ): Promise<boolean> => {
    const state = livelyModel(smallConfig, 3)
    for (const model of ['m', 'spared']) {
      await device.load(model, state)
      await device.forwardBackward(model, examples, nth(objectives, 1))
    }
    const thrown = await attempt('m').then(
      () => null,
      (error: unknown) => error,
    )
    const named = thrown instanceof NonFiniteError && thrown.model === 'm' && thrown.tensors.length > 0
    for (const model of ['m', 'spared']) await device.optimStep(model, usualUpdate)
    return named && same(await device.save('m'), await device.save('spared'))
  }

  test.serial(
    `${name}: one number of an objective that is not finite is found, and leaves everything as it was`,
    async t => {
      await fc.assert(
        fc.asyncProperty(tree(16, 6), wrong, fc.option(fc.nat(20)), async (sequence, value, token) => {
          const device = await opened(livelyModel(smallConfig, 3))
          const [logprobs] = await device.logprobs('m', [sequence])
          const examples = [exampleOf(sequence, present(logprobs))]
          const objective: Objective = { kind: 'module', module: planted, options: { value, token } }
          t.true(await holds(device, examples, model => device.forwardBackward(model, examples, objective)))
        }),
        { numRuns: 6, endOnFailure: true },
      )
    },
  )

  test.serial(`${name}: an update that overflows names the weight, and leaves everything as it was`, async t => {
    const device = await opened(livelyModel(smallConfig, 3))
    const sequence = { tokens: Int32Array.of(3, 1, 4, 1, 5, 9, 2) }
    const [logprobs] = await device.logprobs('m', [sequence])
    const examples = [exampleOf(sequence, present(logprobs))]
    t.true(
      await holds(device, examples, async model => {
        const error = await t.throwsAsync(() => device.optimStep(model, { ...usualUpdate, learningRate: 1e300 }))
        t.regex(error?.message ?? '', /model m: model\.embed_tokens\.weight is not finite/)
        throw error
      }),
    )
  })

  test.serial(`${name}: a model whose numbers overflow says so, and gives no number that is not finite`, async t => {
    const names = fc.constantFrom(...Object.keys(livelyModel(smallConfig, 3).weights))
    await fc.assert(
      fc.asyncProperty(
        tree(12, 6),
        names,
        fc.nat(),
        fc.constantFrom(3e38, -3e38, 1e30),
        async (sequence, tensor, at, value) => {
          const state = livelyModel(smallConfig, 3)
          const { shape, data } = present(state.weights[tensor])
          const weights = { ...state.weights, [tensor]: { shape, data: data.with(at % data.length, value) } }
          const device = await opened({ ...state, weights })
          const told = (numbers: Promise<readonly Float32Array[]>): Promise<boolean> =>
            numbers.then(
              arrays => arrays.every(each => each.every(Number.isFinite)),
              (error: unknown) => error instanceof NonFiniteError && error.model === 'm',
            )
          t.true(await told(device.logprobs('m', [sequence])))
          const drawn = device.sample('m', [{ ...greedy('wild', sequence.tokens), temperature: 1, key: rootKey(at) }])
          t.true(await told(drawn.then(([samples]) => present(samples).map(({ logprobs }) => logprobs))))
          t.deepEqual((await device.save('m')).weights, weights)
        },
      ),
      { numRuns: 12, endOnFailure: true },
    )
  })
}

const same = (a: ModelState, b: ModelState): boolean => {
  const arrays = ({ weights, optimiser }: ModelState) =>
    [weights, optimiser?.first, optimiser?.second].flatMap(tensors =>
      Object.values(tensors ?? {}).map(({ data }) => data),
    )
  const [left, right] = [arrays(a), arrays(b)]
  return (
    left.length === right.length &&
    left.every((data, index) => data.every((value, at) => Object.is(value, nth(right, index)[at])))
  )
}
