import test from 'ava'
import { lineValue } from '../../../src/run/measures/line-value.ts'
import { metricsOf } from '../report-fixture.ts'

test('a value is found by its id among measures, models, times, speeds and in the line itself; nothing else is one', t => {
  const line = { ...metricsOf(20), measures: { 'policy.kl': null, 'tasks.refused.unreadable': 3 } }
  const { models, time, speed, success } = line
  for (const [id, value] of Object.entries({
    ...{ success, 'tasks.refused.unreadable': 3, 'policy.entropy': models.policy.entropy, 'policy.kl': null },
    ...{ 'time.train policy': time['train policy'], 'speed.stepsPerSecond': speed.stepsPerSecond },
    ...{ measures: null, 'speed.device': null, constructor: null, 'policy.constructor': null, 'nothing.kl': null },
    ...{ '.success': null, 'policy.dropped.group': null, '': null },
  }))
    t.is(lineValue(line, id), value ?? null, id)
})
