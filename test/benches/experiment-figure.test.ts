import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { plannedRuns } from '../../src/experiment/plan/planned-runs.ts'
import { readPlan } from '../../src/experiment/index.ts'
import { createRunDirectory } from '../../src/run/directory/run-directory.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { metricsOf, summaryOf } from '../run/report-fixture.ts'

const run = promisify(execFile)
const script = 'dist/benches/figures/experiment-figure.js'

test('the figure of an experiment has a point for each window of any measure, and says where there is none', async t => {
  const folder = await temporaryFolder(t)
  const [file, plan] = [join(folder, 'figure.svg'), join(folder, 'plan.json')]
  await writeFile(
    plan,
    JSON.stringify({
      ...{ title: 'T', question: 'Q?', world: 'household', settings: { iterations: 60 }, seeds: [1] },
      ...{ arms: { plain: { about: 'as it is' } }, measures: ['success'] },
    }),
  )
  for (const { directory, config } of await plannedRuns(await readPlan(plan), { directory: folder })) {
    const record = await createRunDirectory(directory, { versions: {}, config, formulation: null })
    for (let n = 1; n <= 60; n += 1) await record.appendMetrics(metricsOf(n))
    await record.writeSummary({ before: summaryOf(0), after: summaryOf(60) })
    await record.close()
  }
  const drawn = async (...options: readonly string[]): Promise<number> => {
    await run(process.execPath, [script, file, plan, folder, ...options])
    return (await readFile(file, 'utf8')).split('<circle').length - 1
  }
  t.is(await drawn(), 4)
  t.is(await drawn('--window', '20'), 4)
  t.is(await drawn('--window', '30'), 3)
  t.is(await drawn('--measure', 'success', '--window', '20'), 3)
  await t.throwsAsync(run(process.execPath, [script, file, plan, folder, '--measure', 'policy.mismatch']), {
    message: /nothing was measured of policy\.mismatch/,
  })
})
