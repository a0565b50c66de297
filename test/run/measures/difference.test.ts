import test from 'ava'
import type { Measure } from '../../../src/contracts/measure.ts'
import type { Evaluated } from '../../../src/contracts/metrics.ts'
import { measureDifference, summarised } from '../../../src/run/measures/difference.ts'
import { programMeasures, unitTestProbeOf } from '../program-fixture.ts'
import { fixtureMeasures, probeOf } from '../report-fixture.ts'

type Probe = (n: number, tasks?: number) => Omit<Evaluated, 'evaluations'>

const kinds: readonly (readonly [name: string, measures: readonly Measure[], probe: Probe])[] = [
  ['votes', fixtureMeasures, probeOf],
  ['unit tests', programMeasures, unitTestProbeOf],
]

for (const [name, measures, probe] of kinds) {
  const at = (n: number, tasks = 64): Evaluated => ({ evaluations: [], ...probe(n, tasks) })
  const shown = summarised(measures).filter(({ of }) => of === 'evaluation')
  const [before, after] = [at(0), at(60)]

  test(`${name}: what is shown before and after has a difference with an error`, t => {
    t.true(shown.length >= 4)
    for (const { id } of shown) {
      const difference = measureDifference(id, before, after)
      t.is(difference?.value, (after.measures[id] ?? NaN) - (before.measures[id] ?? NaN), id)
      t.true((difference?.error ?? 0) > 0, id)
    }
  })

  test(`${name}: without ratios, or with those of another probe, it has none`, t => {
    const { ratios: _, ...bare } = before
    for (const { id } of shown)
      for (const [from, to] of [
        [bare, after],
        [after, bare],
        [at(0, 7), after],
      ] as const)
        t.is(measureDifference(id, from, to)?.error, null, id)
  })
}

test('where one of the two was not measured there is no difference', t => {
  const measured: Evaluated = { evaluations: [], ...probeOf(60) }
  const nothing: Evaluated = { evaluations: [], measures: { 'probe.process': null } }
  t.is(measureDifference('probe.process', nothing, measured), null)
  t.is(measureDifference('probe.mu', nothing, measured), null)
})
