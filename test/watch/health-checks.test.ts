import test from 'ava'
import { RunSeries } from '../../src/watch/folder/run-series.ts'
import { healthChecksOf } from '../../src/watch/views/health-checks.ts'

test('a median is of what was measured, in whichever iterations that was', t => {
  const series = new RunSeries()
  for (let iteration = 1; iteration <= 1000; iteration += 1) {
    const values = iteration % 2 === 0 ? [['policy.gradientNorm', iteration > 990 ? 6 : 2] as const] : []
    series.append({ iteration, episodes: 0, tokens: 0, seconds: 0, values }, 0)
  }
  t.deepEqual(healthChecksOf(series, []), [{ measure: 'policy.gradientNorm', value: 3, level: 'near' }])
})
