/** What was asked wrongly is refused by name, before anything is made or changed. */
import test, { type ExecutionContext } from 'ava'
import { access, cp, mkdir, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lastValueFrom } from 'rxjs'

import { evaluatePolicy } from '../../src/run/evaluate.ts'
import { trainRun } from './in-thread.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eventsOf, tinyConfig, tinyStarters, type Changes, type Starters } from './tiny-run.ts'

/** Tries to train with good starters, except for the changes; nothing may be there afterwards. */
async function refused(
  t: ExecutionContext,
  changes: (folder: string, starters: Starters) => Promise<Changes>,
  message: RegExp,
): Promise<void> {
  const folder = await temporaryFolder(t)
  const starters = await tinyStarters(folder)
  const config = tinyConfig(starters, await changes(folder, starters))
  const directory = join(folder, 'run')
  await t.throwsAsync(eventsOf(trainRun({ config, directory })), { instanceOf: RangeError, message })
  await t.throwsAsync(access(directory), { code: 'ENOENT' })
}

test('a world that does not exist, or that has no such option, is refused', async t => {
  await refused(t, async () => ({ environment: { name: 'kitchen' } }), /environment\.name must be .* got 'kitchen'/)
  await refused(t, async () => ({ environment: { options: { size: 3 } } }), /colours has no option size/)
  const small = { name: 'household', options: { receptacles: 3 } }
  await refused(t, async () => ({ environment: small }), /receptacles must be an integer in \[4, 30\] or .*, got 3/)
})

test('a folder with something in it is refused before the models are read', async t => {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'notes.txt'), '')
  const config = tinyConfig({ policy: join(folder, 'none'), rewardModel: join(folder, 'none') })
  const message = `${folder} is not empty; name another folder, or resume the run in it`
  await t.throwsAsync(eventsOf(trainRun({ config, directory: folder })), { message })
  t.deepEqual(await readdir(folder), ['notes.txt'])
})

test('a starter that is missing or damaged is refused, naming the file', async t => {
  const without = (policy: string) => ({ starters: { policy, rewardModel: policy } })
  await refused(
    t,
    async folder => without(join(folder, 'none')),
    /there is no folder .*none, and a model's must have config\.json/,
  )
  await refused(
    t,
    async () => ({ starters: { policy: null, rewardModel: null } }),
    /make one with "rlanything warm-start /,
  )
  await refused(
    t,
    async (_, { policy }) => {
      await truncate(join(policy ?? '', 'model.safetensors'), 200)
      return {}
    },
    /policy\/model\.safetensors/,
  )
  await refused(
    t,
    async (_, { rewardModel }) => {
      await rm(join(rewardModel ?? '', 'tokenizer.json'))
      return {}
    },
    /no tokenizer\.json in .*reward-model/,
  )
  await refused(
    t,
    async (_, { rewardModel }) => {
      await writeFile(join(rewardModel ?? '', 'tokenizer.json'), '{}')
      return {}
    },
    /reward-model\/tokenizer\.json: /,
  )
})

test('a tokenizer with more tokens than the model is refused', async t => {
  await refused(
    t,
    async (folder, { policy }) => {
      const { default: household } = await import('../../environments/household/index.ts')
      const other = join(folder, 'other')
      await mkdir(other)
      const { policy: large } = await tinyStarters(other, household().language)
      await cp(join(large ?? '', 'tokenizer.json'), join(policy ?? '', 'tokenizer.json'))
      return {}
    },
    /policy: tokenizer\.json has \d+ tokens, more than the model's vocab_size of \d+/,
  )
})

test('a task file that will not do is refused, naming the line', async t => {
  const tasks = (text: string) => async (folder: string) => {
    const file = join(folder, 'tasks.jsonl')
    await writeFile(file, text)
    return { tasks: { file } }
  }
  await refused(t, async folder => ({ tasks: { file: join(folder, 'none.jsonl') } }), /none\.jsonl cannot be read/)
  await refused(
    t,
    tasks('{"wanted":["red"],"limit":2}\n'),
    /must have at least 4 tasks, one for each of tasks\.slots, got 1/,
  )
  await refused(t, tasks('{"limit":2}\n'.repeat(4)), /line 1 is not a task of colours/)
})

test('a folder with something in it is refused, and left as it was', async t => {
  const folder = await temporaryFolder(t)
  const config = tinyConfig(await tinyStarters(folder))
  const directory = join(folder, 'run')
  await mkdir(directory)
  await writeFile(join(directory, 'notes.txt'), 'mine')
  await t.throwsAsync(eventsOf(trainRun({ config, directory })), { name: 'RunDirectoryError', message: /is not empty/ })
  t.deepEqual(await readdir(directory), ['notes.txt'])
  t.is(await readFile(join(directory, 'notes.txt'), 'utf8'), 'mine')
})

test('a measurement is refused like a run', async t => {
  const measured = (name: string, policy: string | null) => {
    const config = tinyConfig({ policy: null, rewardModel: null }, { environment: { name } })
    return lastValueFrom(evaluatePolicy({ config, policy, splits: ['unseen'], tasks: 1 }))
  }
  await t.throwsAsync(measured('kitchen', null), { instanceOf: RangeError, message: /environment\.name must be/ })
  await t.throwsAsync(measured('household', 'nowhere'), {
    instanceOf: RangeError,
    message: /there is no folder nowhere, and a model's must have config\.json/,
  })
})

test('a world that cannot be played ends the run and says what it said', async t => {
  const folder = await temporaryFolder(t)
  const config = tinyConfig(await tinyStarters(folder), { environment: { options: { fault: 'the door is stuck' } } })
  await t.throwsAsync(eventsOf(trainRun({ config, directory: join(folder, 'run') })), {
    message:
      /^none of 2 episodes could be played: the world colours: step threw: the door is stuck \(.*colours\.[jt]s:\d+:\d+\)$/,
  })
})
