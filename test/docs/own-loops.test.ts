import { readFile } from 'node:fs/promises'
import test from 'ava'
import { lastValueFrom } from 'rxjs'
import { grpo } from '../../examples/grpo.ts'
import { rlanything } from '../../examples/rlanything.ts'
import { measured, scripted, updated } from '../../examples/lab.ts'
import { bonuses } from '../../examples/novelty.ts'
import { trainRun } from '../../src/run/train.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { readMetrics, tinyConfig, tinyStarters } from '../run/tiny-run.ts'

test('each loop is on one screen', async t => {
  const linesOf = async (path: string) => (await readFile(path, 'utf8')).trimEnd().split('\n').length
  t.true((await linesOf('examples/grpo.ts')) <= 40)
  t.true((await linesOf('examples/rlanything.ts')) <= 150)
})

test('the loop of GRPO gives the numbers of train', async t => {
  const folder = await temporaryFolder(t)
  const starters = await tinyStarters(folder)
  const config = tinyConfig(starters, { method: 'grpo', iterations: 4, tasks: { episodes: 6 } })
  const { environment, method: _, ...settings } = config
  const lines = []
  for await (const line of grpo({ world: environment.name, settings })) lines.push(line)
  const directory = `${folder}/run`
  await lastValueFrom(trainRun({ config, directory }))
  const trained = (await readMetrics(directory)).map(({ iteration, success, models }) => ({
    iteration,
    success,
    loss: models.policy?.loss,
  }))
  t.deepEqual(lines, trained)
  t.true(lines.some(({ loss }) => loss !== null && loss !== 0))
})

test('the loop of RLAnything gives the numbers of train', async t => {
  const folder = await temporaryFolder(t)
  const config = tinyConfig(await tinyStarters(folder), {
    iterations: 20,
    tasks: { episodes: 6 },
    evaluation: { every: 0 },
  })
  const { environment, method: _, ...settings } = config
  const lines: object[] = []
  for await (const line of rlanything({ world: environment.name, settings })) lines.push(line)
  const directory = `${folder}/run`
  await lastValueFrom(trainRun({ config, directory }))
  const trained = (await readMetrics(directory)).map(({ iteration, success, models, measures }) => ({
    iteration,
    success,
    models: Object.fromEntries(Object.entries(models).map(([name, { truncated: _, ...training }]) => [name, training])),
    /* Those on fixed episodes belong to evaluations, and those against gold to the alarm. */
    measures: Object.fromEntries(Object.entries(measures).filter(([id]) => !/^(probe|gold)\./.test(id))),
  }))
  t.deepEqual(lines, trained)
  t.true(trained.some(({ measures }) => Number(measures['tasks.accepted']) > 0))
})

test('the lab of the overview measures, plays a function and updates a model', async t => {
  const { won, votes } = await measured(30)
  t.true(won > 0 && won < 1)
  t.is(votes.length, 3)
  t.is((await scripted(5)).length, 5)
  const losses = await updated(1)
  t.is(losses.length, 2)
  t.true(losses.every(Number.isFinite))
})

test('an actor that taps finished episodes gives each a bonus', async t => {
  const all = await bonuses(4)
  t.is(new Set(all.map(({ episode }) => episode)).size, 4)
  t.is(all[0]?.bonus, 1)
  t.true(all.every(({ bonus }) => bonus >= 0 && bonus <= 1))
})
