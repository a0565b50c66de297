import test from 'ava'
import { parseMeasure, unmeasured } from '../../../src/experiment/results/measure.ts'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { fixtureMeasures } from '../../run/report-fixture.ts'

test('a measure is a text', t => {
  t.deepEqual(parseMeasure('success unseen 0.8'), { kind: 'success', split: 'unseen', temperature: 0.8 })
  t.deepEqual(parseMeasure(' success  seen 0 '), { kind: 'success', split: 'seen', temperature: 0 })
  for (const kind of ['pass', 'mean'])
    t.deepEqual(parseMeasure(`${kind} unseen 0.8`), { kind, split: 'unseen', temperature: 0.8 })
  for (const id of ['success', 'policy.entropy', 'probe.processBalanced', 'tasks.acceptedInAll'])
    t.deepEqual(parseMeasure(` ${id} `), { kind: 'measure', id })
})

for (const [text, message] of [
  ['sucess unseen 1', /^no such measure: "sucess unseen 1"; a measure is success SPLIT TEMPERATURE.* or one by its id/],
  ['', /a measure is/],
  ['success test 1', /SPLIT must be seen or unseen, got "test"/],
  ['success unseen', /TEMPERATURE must be a number in \[0, 10\], got nothing/],
  ['success unseen hot', /TEMPERATURE.*got "hot"/],
  ['success unseen -1', /TEMPERATURE.*got "-1"/],
  ['success unseen 1 2', /nothing may follow TEMPERATURE, got "2"/],
] as const) {
  test(`“${text}” is refused, and what there is is named`, t => {
    t.throws(() => parseMeasure(text), { instanceOf: RangeError, message })
  })
}

test('a run measures what its evaluation is set to, and what its method says', t => {
  const config = parseRunConfig({ evaluation: { splits: ['unseen'], temperatures: [0.8] } })
  const why = (text: string) => unmeasured(parseMeasure(text), config, fixtureMeasures)
  t.is(why('success unseen 0.8'), null)
  t.is(why('success seen 0.8'), 'evaluation.splits lacks seen, it has unseen')
  t.is(why('success unseen 0'), 'evaluation.temperatures lacks 0, it has 0.8')
  for (const kind of ['pass', 'mean'])
    t.is(why(`${kind} unseen 0.8`), 'it takes several answers, above temperature 0, and evaluation.answers is 1')
  const several = parseRunConfig({ evaluation: { answers: 8 } })
  t.is(unmeasured(parseMeasure('pass unseen 0.8'), several, []), null)
  t.regex(unmeasured(parseMeasure('pass unseen 0'), several, []) ?? '', /above temperature 0/)
  for (const id of [
    'success',
    'tasks.acceptedInAll',
    'reward-model.mu',
    'policy.kl',
    'time.rollout',
    'speed.deviceUse',
  ])
    t.is(why(id), null, id)
  t.regex(
    why('probe.procesBalanced') ?? '',
    /^its measures are reward-model.*, success, .*; did you mean probe.processBalanced\?/,
  )
  t.regex(unmeasured(parseMeasure('reward-model.mu'), config, []) ?? '', /^its measures are/)
})

test('a method that plays no episodes measures no success on held-out tasks', t => {
  const measured = (text: string) => unmeasured(parseMeasure(text), parseRunConfig({ method: 'pa-rl' }), [])
  t.is(measured('success unseen 0.8'), 'its method plays no held-out tasks')
  t.is(measured('pass seen 0.8'), 'its method plays no held-out tasks')
})
