import test from 'ava'
import type { JudgeMeasure } from '../../../src/reward/presentation.ts'
import { judgePresentations } from '../../../src/reward/kinds/presentations.ts'
import type { JudgeQuality } from '../../../src/contracts/metrics.ts'
import { unitTestsOf } from '../../run/program-fixture.ts'
import { metricsOf } from '../../run/report-fixture.ts'

const qualities: readonly JudgeQuality[] = [metricsOf(20).judge, unitTestsOf(20)]

for (const quality of qualities) {
  const { all, summary, headline, columns, charts } = judgePresentations[quality.kind]
  const shown: readonly JudgeMeasure[] = [
    ...all,
    ...summary,
    ...[...headline, ...columns, ...charts.flatMap(({ lines }) => lines)].map(({ measure }) => measure),
  ]

  test(`${quality.kind}: what is shown is measured, and of another kind nothing is`, t => {
    const others = qualities.filter(({ kind }) => kind !== quality.kind)
    for (const { title, value } of shown) {
      t.is(typeof value(quality), 'number', title)
      t.true(
        others.every(other => value(other) === null),
        title,
      )
    }
  })

  test(`${quality.kind}: every measure that is shown anywhere is in the table of all`, t => {
    const titles = new Set(all.map(({ title }) => title))
    t.deepEqual(
      shown.filter(({ title }) => !titles.has(title)).map(({ title }) => title),
      [],
    )
  })

  test(`${quality.kind}: rows, columns and lines of a chart are told apart by their names`, t => {
    const names = [all.map(({ title }) => title), columns.map(({ title }) => title)]
    for (const each of [...names, ...charts.map(({ lines }) => lines.map(({ measure }) => measure.name))])
      t.is(new Set(each).size, each.length, each.join(', '))
  })

  test(`${quality.kind}: the headline, whose numbers are percentages, has only shares`, t => {
    for (const { measure } of headline) {
      const share = measure.value(quality) ?? Number.NaN
      t.true(share >= 0 && share <= 1, measure.title)
    }
  })
}
