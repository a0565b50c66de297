import test from 'ava'
import { createContexts } from '../../src/device/onnx/contexts.ts'
import { createWorkspace } from '../../src/device/onnx/workspace.ts'
import { headSize } from '../../src/model/tensors.ts'
import { smallConfig } from '../laws/device-cases.ts'

const size = headSize(smallConfig)
const heads = smallConfig.num_key_value_heads

/** Marks every entry of rows [0, 3) of layer 1's values with its row, head and entry. */
function marked(capacity: number) {
  const workspace = createWorkspace(smallConfig)
  workspace.fit(3, capacity)
  for (const row of [0, 1, 2]) {
    for (const head of [0, 1]) {
      const entries = workspace.head(3, row, head)
      for (let entry = 0; entry < 5; entry += 1) {
        entries.fill(100 * row + 10 * head + entry, (2 + entry) * size, (3 + entry) * size)
      }
    }
  }
  return workspace
}

const entriesOf = (workspace: ReturnType<typeof marked>, row: number, head: number) =>
  Array.from({ length: 5 }, (_, index) => workspace.head(3, row, head)[(2 + index) * size])
const expected = (row: number, head: number) => Array.from({ length: 5 }, (_, entry) => 100 * row + 10 * head + entry)

test('what is written is found by row, head and entry, before and after rows grow', t => {
  for (const capacity of [7, 16]) {
    const workspace = marked(capacity)
    for (const room of [capacity, 20, 300]) {
      workspace.reach(room)
      t.true(workspace.capacity() >= room && workspace.capacity() < room + 16)
      for (const row of [0, 1, 2])
        for (const head of [0, 1]) t.deepEqual(entriesOf(workspace, row, head), expected(row, head))
    }
  }
})

test('rows are swapped with what they hold, and rows of a layer are a view of what was written', t => {
  const workspace = marked(8)
  const context = createContexts(smallConfig).open('a')
  workspace.hold(2, context, 5)
  workspace.swapRows(2, 0)
  t.deepEqual(entriesOf(workspace, 0, 1), expected(2, 1))
  t.deepEqual(entriesOf(workspace, 1, 1), expected(1, 1))
  t.deepEqual(entriesOf(workspace, 2, 1), expected(0, 1))
  t.is(workspace.held(0, context), 5)
  t.is(workspace.held(2, context), 0)
  t.deepEqual([...workspace.holders()], [[context, 0]])
  const [data, shape] = workspace.rows(1, 1, 1, 3)
  t.deepEqual(shape, [2, heads, 16, size])
  t.is(data[2 * size], 100)
})

test('a row holds a context until keys are forgotten or the room is made anew', t => {
  const workspace = marked(8)
  const contexts = createContexts(smallConfig)
  const context = contexts.open('a')
  context.tokens.push(1, 2, 3)
  workspace.hold(1, context, 3)
  workspace.fit(3, 20)
  t.is(workspace.capacity(), 32)
  t.is(workspace.held(1, context), 3)
  contexts.invalidate()
  t.is(workspace.held(1, context), 0)
  workspace.hold(1, context, 3)
  contexts.cut('a', 2)
  t.is(workspace.held(1, context), 0)
  workspace.hold(1, context, 2)
  workspace.fit(4, 20)
  t.is(workspace.held(1, context), 0)
})

test('rows that are remembered can be put back', t => {
  const workspace = marked(16)
  const restore = workspace.keep(1, 3)
  workspace.rows(1, 1, 0, 3)[0].fill(7)
  restore()
  t.deepEqual(entriesOf(workspace, 1, 0), expected(1, 0))
  t.deepEqual(entriesOf(workspace, 2, 1), expected(2, 1))
  t.is(workspace.head(3, 0, 0)[0], 7)
})
