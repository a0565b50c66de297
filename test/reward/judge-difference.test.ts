import test from 'ava'
import { judgeDifference } from '../../src/reward/judge-difference.ts'
import { judgePresentations } from '../../src/reward/kinds/presentations.ts'
import type { JudgeQuality } from '../../src/contracts/metrics.ts'
import { probeOf } from '../run/report-fixture.ts'
import { unitTestProbeOf } from '../run/program-fixture.ts'

const probes: readonly (readonly [before: JudgeQuality, after: JudgeQuality])[] = [
  [probeOf(0), probeOf(60)],
  [unitTestProbeOf(0), unitTestProbeOf(60)],
]

for (const [before, after] of probes) {
  const { summary, headline } = judgePresentations[before.kind]
  const shown = [...summary, ...headline.map(({ measure }) => measure)]

  test(`${before.kind}: what is shown before and after has a difference with an error`, t => {
    for (const measure of shown) {
      const difference = judgeDifference(measure, before, after)
      t.is(difference?.value, (measure.value(after) ?? NaN) - (measure.value(before) ?? NaN), measure.title)
      t.true((difference?.error ?? 0) > 0, measure.title)
    }
  })

  test(`${before.kind}: without tallies, or with those of another probe, it has none`, t => {
    const { tallies: _, ...older } = before
    const other = before.kind === 'verdicts' ? probeOf(0, 7) : unitTestProbeOf(0, 7)
    for (const measure of shown)
      for (const [from, to] of [
        [older, after],
        [after, older],
        [other, after],
      ] as const)
        t.is(judgeDifference(measure, from, to)?.error, null, measure.title)
  })
}

test('where one of the two was not measured there is no difference', t => {
  const [measure] = judgePresentations.verdicts.summary
  t.is(judgeDifference(measure!, null, probeOf(60)), null)
  t.is(judgeDifference(measure!, { ...probeOf(0), process: null }, probeOf(60)), null)
  t.is(judgeDifference(measure!, unitTestProbeOf(0), probeOf(60)), null)
})
