import test from 'ava'
import fc from 'fast-check'
import { engineChoices, isSame, settingsOf } from '../../../src/engine/doctor/choices.ts'
import { timedVerbs } from '../../../src/engine/doctor/load.ts'
import { estimatedSeconds, quarterIteration as part } from '../../../src/engine/doctor/run-part.ts'
import { recommend, type Tried } from '../../../src/engine/doctor/recommend.ts'
import type { DeviceOptions } from '../../../src/engine/open-device.ts'
import { withSettings, parseSetting } from '../../../src/cli/options/settings.ts'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { deviceOptions } from '../../../src/run/actors/device-options.ts'
import { nth } from '../../../src/math/nth.ts'

const choices = engineChoices(2)
const usual: DeviceOptions = { engine: 'onnx', provider: 'cpu', threads: 2 }
const rate = fc.double({ min: 1, max: 1e6, noNaN: true })
const outcomes = fc.constantFrom('works', 'wrong', 'refused', 'died', 'too slow')
const trials: fc.Arbitrary<readonly Tried[]> = fc
  .tuple(...choices.map(() => fc.tuple(outcomes, fc.tuple(rate, rate, rate), fc.option(rate))))
  .map(drawn =>
    drawn.map(([outcome, rates, runSeconds], index) => ({
      engine: nth(choices, index),
      trial: {
        outcome,
        reason: null,
        difference: 0,
        speeds: timedVerbs.map((verb, at) => ({ verb, tokensPerSecond: nth(rates, at), firstMs: 1 })),
        runSeconds,
      },
    })),
  )

const costOf = ({ trial: { runSeconds, speeds } }: Tried): number => runSeconds ?? estimatedSeconds(part, speeds)

test('what is recommended works, and none that works is clearly faster', t => {
  fc.assert(
    fc.property(trials, tried => {
      const engine = recommend(tried, { usual, part })
      const working = tried.filter(({ trial }) => trial.outcome === 'works')
      const chosen = working.find(each => engine !== null && isSame(each.engine, engine))
      if (chosen === undefined) return void t.is(working.length, 0)
      const best = Math.min(...working.map(costOf))
      const isUsual = isSame(chosen.engine, usual)
      t.true(isUsual ? costOf(chosen) < 1.1 * best : costOf(chosen) === best)
    }),
  )
})

test('the usual engine stays unless another gains a tenth', t => {
  const tried = (cost: number): readonly Tried[] =>
    [usual, nth(choices, 0)].map((engine, index) => ({
      engine,
      trial: {
        outcome: 'works',
        reason: null,
        difference: 0,
        /* By the verbs alone the other one is always the better. */
        speeds: [{ verb: 'train', tokensPerSecond: index === 0 ? 1 : 2, firstMs: 1 }],
        runSeconds: index === 0 ? 1 : cost,
      },
    }))
  t.deepEqual(recommend(tried(0.95), { usual, part }), usual)
  t.deepEqual(recommend(tried(0.85), { usual, part }), choices[0])
})

test('the settings of a choice give that choice back', t => {
  for (const engine of engineChoices(16)) {
    const config = parseRunConfig(
      withSettings(
        {},
        settingsOf(engine).map(text => parseSetting(text)),
      ),
    )
    t.deepEqual(deviceOptions(config.engine), engine)
  }
})

test('the processor is tried with powers of two, and with all its cores', t => {
  const threads = (cores: number): readonly number[] =>
    engineChoices(cores).flatMap(engine =>
      engine.engine === 'onnx' && engine.provider === 'cpu' ? engine.threads : [],
    )
  t.deepEqual(threads(1), [1])
  t.deepEqual(threads(2), [1, 2])
  t.deepEqual(threads(6), [1, 2, 4, 6])
  t.deepEqual(threads(8), [1, 2, 4, 8])
})
