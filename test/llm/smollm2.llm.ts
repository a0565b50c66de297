/** SmolLM2-135M-Instruct, 4 bits a weight, as reward model and as adapter of a run of which the policy is trained here. */
import { join } from 'node:path'
import test from 'ava'
import { household } from '../../environments/household/index.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { trainRun } from '../../src/run/train.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eventsOf, tinyConfig, tinyStarters } from '../run/tiny-run.ts'
import { preparedFolder, startLlamaCpp } from './llama-cpp.ts'

const prepared = preparedFolder()
if ('missing' in prepared)
  test.skip(`a real language model votes and proposes (skipped: ${prepared.missing})`, t => t.pass())
else
  test('a real language model votes and proposes: its votes are read, and what it proposes is taken or counted', async t => {
    const server = await startLlamaCpp(prepared.folder)
    t.teardown(server.close)
    const folder = await temporaryFolder(t)
    const { url, model } = server
    const service = { url, model, maxConcurrent: 2, deadlineSeconds: 1200, contextTokens: 2048 } as never
    const config = tinyConfig(
      { ...(await tinyStarters(folder, household().language)), rewardModel: null },
      {
        iterations: 1,
        environment: { name: 'household', options: { goals: ['place'], steps: 6 } },
        tasks: { slots: 2, perIteration: 2, episodes: 2 },
        rewardModel: { train: false, votes: 2, maxTokens: 128, service },
        adaptation: { attempts: 3, maxTokens: 100, service },
        evaluation: { every: 0, tasks: 1, probeTasks: 1 },
      },
    )
    const directory = join(folder, 'run')
    const events = await eventsOf(trainRun({ config, directory }))
    t.is(events.at(-1)?.kind, 'finished')
    const [line] = await (await readRunDirectory(directory)).readMetrics()
    const { measures = {} } = line ?? {}
    t.log(JSON.stringify(measures))
    t.is(line?.invalid, 0)
    t.true((measures['reward-model.malformed'] ?? 1) < 0.1, 'a schema leaves hardly a vote unread')
    const count = (of: string): number =>
      Object.entries(measures).reduce((sum, [id, value]) => sum + (id.startsWith(`tasks.${of}`) ? (value ?? 0) : 0), 0)
    t.is(count('failed'), 0)
    t.true(count('outside') > 0 && count('proposed') + count('refused') >= count('outside'))
  })
