/** Runs in worlds that are opened and acted in later, and in those that offer little. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { trainRun } from './in-thread.ts'
import { writeReport } from '../../src/report/write-report.ts'
import { makeStarters } from '../../src/warm-start/warm-start.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { lastValueFrom } from 'rxjs'
import { coloursModule, eventsOf, readMetrics, remains, tinyConfig, tinyStarters, type Changes } from './tiny-run.ts'

const lagging = fileURLToPath(new URL('../fixtures/worlds/lagging.js', import.meta.url))

async function trained(t: ExecutionContext, name: string, changes: Changes = {}, options: object = {}) {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'run')
  const config = tinyConfig(await tinyStarters(folder), { ...changes, environment: { name, options: { ...options } } })
  return { directory, events: await eventsOf(trainRun({ config, directory })) }
}

test('a world that answers later trains as one that answers at once, bit for bit', async t => {
  const { directory: pure } = await trained(t, coloursModule)
  const { directory: late } = await trained(t, lagging)
  t.deepEqual(await remains(late), await remains(pure))
})

for (const method of ['rlanything', 'grpo'])
  test(`${method} trains in a world without editor, expert or sameness, and says what that means`, async t => {
    const { directory, events } = await trained(t, lagging, { method }, { bare: true })
    const metrics = await readMetrics(directory)
    t.is(metrics.length, 3)
    t.true(metrics.some(({ models: { policy } }) => policy.updates > 0))
    for (const { goodSteps, measures } of metrics) {
      t.is(goodSteps, null)
      if (method === 'grpo') continue
      t.like(measures, { 'reward-model.process': null, 'reward-model.processBalanced': null })
      t.like(measures, { 'tasks.proposed': 0, 'tasks.decided': 0 })
    }
    const warnings = events.flatMap(event => (event.kind === 'warning' ? [event.text] : []))
    const said = [/not deterministic/, ...(method === 'grpo' ? [] : [/no editor: its tasks stay/, /no expert: /])]
    for (const sentence of said)
      t.true(
        warnings.some(text => sentence.test(text)),
        String(sentence),
      )
    const record = JSON.parse(await readFile(join(directory, 'config.json'), 'utf8')) as { readonly caveats: unknown }
    t.deepEqual(record.caveats, warnings)
    t.regex(await readFile(await writeReport(directory, () => {}), 'utf8'), /not deterministic/)
  })

test('an action that fails later makes its episode invalid, and no other', async t => {
  const { directory } = await trained(t, lagging, { supervision: { invalidShare: 1 } }, { faultOn: 'red' })
  const metrics = await readMetrics(directory)
  t.true(metrics.some(({ invalid }) => invalid > 0))
  t.true(metrics.some(({ episodes }) => episodes > 0))
})

test('the labels of a world that has none cannot be the step signal', async t => {
  const simulator = trained(t, lagging, { feedback: { source: 'expert' } }, { bare: true })
  await t.throwsAsync(simulator, { message: /has no label to be the step signal/ })
})

test('a world without an expert gets models of random weights', async t => {
  const folder = await temporaryFolder(t)
  const config = tinyConfig(
    { policy: null, rewardModel: null },
    { environment: { name: lagging, options: { bare: true } } },
  )
  t.like(await lastValueFrom(makeStarters({ config, out: join(folder, 'out') })), { kind: 'saved', random: true })
})
