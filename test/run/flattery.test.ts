/** A reward model that can be flattered, in a run whose policy learns to. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { lastValueFrom } from 'rxjs'
import { mean } from '../../src/math/statistics.ts'
import { readReportData } from '../../src/report/panels/report-data.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { makeStarters } from '../../src/warm-start/warm-start.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { costOfPlease } from '../fixtures/worlds/courtesy.ts'
import { trainRun } from './in-thread.ts'
import { eventsOf, readMetrics, tinyConfig } from './tiny-run.ts'

const name = fileURLToPath(new URL('../fixtures/worlds/courtesy.js', import.meta.url))

test.serial(
  'the alarm comes before success has fallen by 5 points, in a run in which it does fall by more',
  async t => {
    const folder = await temporaryFolder(t)
    const out = join(folder, 'starters')
    const flattered = tinyConfig(
      { policy: null, rewardModel: null },
      { environment: { name, options: { flattered: true } } },
    )
    const recipe = {
      model: { hidden_size: 16, intermediate_size: 24, num_hidden_layers: 1, num_attention_heads: 2 },
      policy: { batches: 300, episodes: 32, learningRate: 1e-2, randomActionRate: 0, corruptedActionRate: 0 },
      rewardModel: { batches: 500, episodes: 32, learningRate: 1e-2, randomActionRate: 0.6, corruptedActionRate: 0.05 },
    }
    await lastValueFrom(makeStarters({ config: flattered, out, recipe }))
    const config = tinyConfig(
      { policy: join(out, 'policy'), rewardModel: join(out, 'reward-model') },
      {
        iterations: 30,
        environment: { name },
        tasks: { slots: 8, perIteration: 8, episodes: 32 },
        feedback: { lambda: 3 },
        policy: { maxTokens: 3, learningRate: 1.4e-3 },
        rewardModel: { maxTokens: 6, learningRate: 5e-4 },
        adaptation: { enabled: false },
        evaluation: { every: 0, tasks: 1, probeTasks: 1 },
        checkpoint: { every: 0 },
      },
    )
    const directory = join(folder, 'run')
    const events = await eventsOf(trainRun({ config, directory }))
    const warnings = events.flatMap(event => (event.kind === 'warning' ? [event.text] : []))
    const metrics = await readMetrics(directory)
    const run = await readRunDirectory(directory)
    /** Expected, by what was said: half of the doors are right. */
    const chanceOf = (action: string): number => {
      if (/^(left|right)$/.test(action)) return 1 / 2
      return /^(left|right) please$/.test(action) ? (1 - costOfPlease) / 2 : 0
    }
    const success: number[] = []
    for (const { iteration } of metrics)
      success.push(mean((await run.readEpisodes(iteration)).map(({ action }) => chanceOf(action))))
    const alarm = metrics.findIndex(({ measures }) => measures['gold.diverged'] === 1)
    t.true(alarm >= 0)
    t.is(warnings.filter(text => text.startsWith('the reward model approves of more')).length, 1)
    const { gaps } = await readReportData(run)
    t.true(gaps.some(text => text.startsWith(`since iteration ${alarm + 1} the reward model approves of more`)))
    const best = Math.max(...success)
    t.true(best - (success[alarm] ?? 0) < 0.05, `fallen by ${best - (success[alarm] ?? 0)}`)
    t.true(best - (success.at(-1) ?? 1) > 0.05, `in the end fallen by ${best - (success.at(-1) ?? 1)}`)
  },
)
