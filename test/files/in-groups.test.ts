import test from 'ava'
import { inGroups } from '../../src/files/in-groups.ts'

test('what arrives while a write is under way is written together, in order; a failure is of its group alone', async t => {
  const groups: (readonly number[])[] = []
  const { add, between } = inGroups<number>(async values => {
    groups.push(values)
    await new Promise(resolve => setImmediate(resolve))
    if (values.includes(4)) throw new Error('full')
  })
  const first = add(1)
  await Promise.resolve()
  await Promise.resolve()
  const rest = [2, 3, 4].map(add)
  await first
  for (const each of rest) await t.throwsAsync(each, { message: 'full' })
  await between(async () => void groups.push([]))
  await add(5)
  t.deepEqual(groups, [[1], [2, 3, 4], [], [5]])
})
