import test from 'ava'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { judgeFields, trainFields } from '../../../src/experiment/results/measure-fields.ts'
import { measureFormat, parseMeasure, unmeasured } from '../../../src/experiment/results/measure.ts'
import { metricsOf } from '../../run/report-fixture.ts'

test('a measure is a text', t => {
  t.deepEqual(parseMeasure('success unseen 0.8'), { kind: 'success', split: 'unseen', temperature: 0.8 })
  t.deepEqual(parseMeasure(' success  seen 0 '), { kind: 'success', split: 'seen', temperature: 0 })
  t.deepEqual(parseMeasure('judge processBalanced'), { kind: 'judge', field: 'processBalanced' })
  t.deepEqual(parseMeasure('train entropy'), { kind: 'train', field: 'entropy' })
  t.deepEqual(parseMeasure('train judge.unanimous'), { kind: 'train', field: 'judge.unanimous' })
  t.deepEqual(parseMeasure('own test: pairs  told right'), { kind: 'own', name: 'test: pairs told right' })
  t.deepEqual(parseMeasure('accepted'), { kind: 'accepted' })
})

test('every field of the quality of a reward model can be named, and is read by its name', t => {
  const { judge } = metricsOf(7)
  const { kind: _kind, tallies: _tallies, ...shares } = judge
  for (const [name, value] of Object.entries(shares)) {
    t.is(judgeFields.get(name)?.value(judge), value, name)
    t.is(trainFields.get(`judge.${name}`)?.value(metricsOf(7)), value, name)
  }
  const tests = {
    code: 0.1,
    unitTest: 0.2,
    detect: 0.3,
    pCorrect: 0.4,
    pDetect: 0.5,
    margin: -0.1,
    malformed: 0.6,
    tests: 70,
  }
  for (const [name, value] of Object.entries(tests)) {
    t.is(judgeFields.get(name)?.value({ kind: 'unit-tests', ...tests }), value, name)
    if (name !== 'malformed') t.is(judgeFields.get(name)?.value(judge), null, name)
  }
  t.is(judgeFields.get('process')?.value({ kind: 'unit-tests', ...tests }), null)
})

test('numbers of training are read from the line, those of a missing part are null', t => {
  const line = metricsOf(7)
  const read = (name: string) => trainFields.get(name)?.value(line)
  t.is(read('success'), line.success)
  t.is(read('score'), line.score)
  t.is(read('meanSteps'), line.meanSteps)
  t.is(read('goodSteps'), line.goodSteps)
  for (const name of ['samples', 'loss', 'kl', 'clipShare', 'entropy', 'gradientNorm'] as const) {
    t.is(read(name), line.models.policy[name])
    t.is(read(`rewardModel.${name}`), line.models['reward-model']?.[name])
  }
  t.is(trainFields.get('rewardModel.loss')?.value({ ...line, models: { policy: line.models.policy } }), null)
  t.is(trainFields.get('judge.mu')?.value({ ...line, judge: null }), null)
})

test('shares are percentages, counts are counts, the rest is decimal', t => {
  t.is(measureFormat(parseMeasure('success seen 0.8')), 'percent')
  t.is(measureFormat(parseMeasure('judge mu')), 'decimal')
  t.is(measureFormat(parseMeasure('judge processBalanced')), 'percent')
  t.is(measureFormat(parseMeasure('train samples')), 'count')
  t.is(measureFormat(parseMeasure('accepted')), 'count')
})

for (const [text, message] of [
  [
    'sucess unseen 1',
    /^no such measure: "sucess unseen 1"; measures are success SPLIT TEMPERATURE.*judge FIELD.*train FIELD.*own NAME.*accepted$/,
  ],
  ['', /measures are/],
  ['success test 1', /SPLIT must be seen or unseen, got "test"/],
  ['success', /SPLIT must be seen or unseen, got nothing/],
  ['success unseen', /TEMPERATURE must be a number in \[0, 10\], got nothing/],
  ['success unseen hot', /TEMPERATURE.*got "hot"/],
  ['success unseen -1', /TEMPERATURE.*got "-1"/],
  ['success unseen 1 2', /nothing may follow TEMPERATURE, got "2"/],
  ['judge processBalance', /FIELD must be one of process, processBalanced.*did you mean processBalanced\?$/],
  ['judge', /FIELD must be one of .*got ""/],
  ['train entropie', /did you mean entropy\?/],
  ['own', /NAME must be a figure of the method/],
  ['accepted tasks', /accepted stands alone/],
] as const) {
  test(`“${text}” is refused, and what there is is named`, t => {
    t.throws(() => parseMeasure(text), { instanceOf: RangeError, message })
  })
}

test('a run measures what its evaluation is set to', t => {
  const config = parseRunConfig({ evaluation: { splits: ['unseen'], temperatures: [0.8] } })
  t.is(unmeasured(parseMeasure('success unseen 0.8'), config), null)
  t.is(unmeasured(parseMeasure('success seen 0.8'), config), 'evaluation.splits lacks seen, it has unseen')
  t.is(unmeasured(parseMeasure('success unseen 0'), config), 'evaluation.temperatures lacks 0, it has 0.8')
  t.is(unmeasured(parseMeasure('accepted'), config), null)
})
