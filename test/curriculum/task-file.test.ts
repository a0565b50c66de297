import test from 'ava'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readTasks } from '../../src/curriculum/task-file.ts'
import { fromPure } from '../../src/rollout/from-pure.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { coloursWorld } from '../run/tiny-run.ts'

const world = fromPure(await coloursWorld())
const task = { wanted: ['red'], limit: 2 }

test('the first tasks of the file are taken, blank lines passed over', async t => {
  const file = join(await temporaryFolder(t), 'tasks.jsonl')
  const lines = [task, { ...task, limit: 3 }, { ...task, limit: 4 }].map(each => JSON.stringify(each))
  await writeFile(file, `\n${lines.join('\n  \n')}\n`)
  t.deepEqual(await readTasks(file, 2, world), [task, { ...task, limit: 3 }])
})

test('a byte order mark and line ends of Windows are passed over', async t => {
  const file = join(await temporaryFolder(t), 'tasks.jsonl')
  const [first, second] = [task, { ...task, limit: 3 }].map(each => JSON.stringify(each))
  await writeFile(file, `\uFEFF${first}\r\n\r\n${second}\r\n`)
  t.deepEqual(await readTasks(file, null, world), [task, { ...task, limit: 3 }])
})

test('a file that will not do is refused, naming the line', async t => {
  const file = join(await temporaryFolder(t), 'tasks.jsonl')
  const refused = async (text: string, message: RegExp) => {
    await writeFile(file, text)
    await t.throwsAsync(readTasks(file, 2, world), { instanceOf: RangeError, message })
  }
  const good = JSON.stringify(task)
  await refused(`${good}\n`, /tasks\.jsonl must have at least 2 tasks, one for each of tasks\.slots, got 1/)
  await writeFile(file, `${good}\n{"wanted":`)
  const { cause } = (await t.throwsAsync(readTasks(file, 2, world))) ?? {}
  t.true(cause instanceof SyntaxError)
  await refused(`${good}\n\n{"wanted":`, /tasks\.jsonl, line 3 is not a task of colours: .*JSON/)
  await refused(`{"wanted":3}\n${good}`, /line 1 is not a task of colours: wanted must be a list of colours/)
  await refused(`${good}\n{"wanted":[],"limit":2}`, /line 2: the expert cannot solve this task/)
  await t.throwsAsync(readTasks(`${file}x`, 2, world), {
    instanceOf: RangeError,
    message: /the task file .*tasks\.jsonlx cannot be read: ENOENT/,
  })
})
