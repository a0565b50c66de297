/** Tokens of services, in the report and in the table of an iteration. */
import test from 'ava'
import type { ServiceUse } from '../../src/contracts/models/device-usage.ts'
import { deviceTable } from '../../src/cli/tables/device-table.ts'
import type { ReportData } from '../../src/report/panels/report-data.ts'
import { servicesPanel } from '../../src/report/panels/services-panel.ts'
import { metricsOf } from '../run/report-fixture.ts'

const rewardModel: ServiceUse = {
  ...{ model: 'reward-model', requests: 1200, untold: 2, promptTokens: 50_000, cachedTokens: null },
  ...{ completionTokens: 3000, forwardTokens: 0, trainedTokens: 0 },
}
const lineWith = (iteration: number, services: readonly ServiceUse[]) => {
  const line = metricsOf(iteration)
  return { ...line, speed: { ...line.speed, services } }
}
const dataOf = (metrics: ReportData['metrics']) => ({ metrics }) as unknown as ReportData

test('the report sums tokens by model, and has nothing where there is no service', t => {
  t.is(servicesPanel(dataOf([metricsOf(1)])), null)
  const cached = { ...rewardModel, cachedTokens: 40_000 }
  const policy = { ...rewardModel, model: 'policy', trainedTokens: 7000 }
  const panel = servicesPanel(dataOf([lineWith(1, [rewardModel]), lineWith(2, [cached, policy])]))?.text ?? ''
  const cellsOf = (model: string): readonly string[] => {
    const row = panel.slice(panel.indexOf(`<th>${model}</th>`)).split('</tr>')[0] ?? ''
    return [...row.matchAll(/<td class="n">([^<]*)<\/td>/g)].map(([, cell = '']) => cell)
  }
  t.deepEqual(cellsOf('reward-model'), ['2,400', '100,000', '40,000', '6,000', '0', '0', '4'])
  t.deepEqual(cellsOf('policy'), ['1,200', '50,000', '–', '3,000', '0', '7,000', '2'])
})

test('the table of the device ends with the services', t => {
  const policy = {
    ...rewardModel,
    model: 'policy',
    untold: 0,
    cachedTokens: 40_000,
    forwardTokens: 9000,
    trainedTokens: 7000,
  }
  const lines = deviceTable(lineWith(1, [rewardModel, policy])).split('\n')
  t.true(
    lines.includes(
      'reward-model elsewhere: 1200 requests, 50.0k tokens of prompts, 3.00k written; 2 answers did not tell their tokens',
    ),
  )
  t.true(
    lines.includes(
      'policy elsewhere: 1200 requests, 50.0k tokens of prompts, 40.0k of them from its cache, 3.00k written; 9.00k tokens of passes forward, 7.00k trained on',
    ),
  )
})
