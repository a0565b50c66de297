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
  for (let row = 0; row < 3; row += 1) {
    const data = Float32Array.from({ length: 5 * heads * size }, (_, index) => {
      const entry = Math.floor(index / (heads * size))
      const head = Math.floor(index / size) % heads
      return 100 * row + 10 * head + entry
    })
    workspace.write(row, [{ entries: 2, tokens: [1, 2, 3, 4, 5] }], { layer: 1, kind: 1, data, length: 5 })
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
      workspace.grow(room)
      t.is(workspace.capacity(), room)
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
  t.deepEqual(shape, [2, heads, 8, size])
  t.is(data[2 * size], 100)
})

test('a row holds a context until keys are forgotten or the room is made anew', t => {
  const workspace = marked(8)
  const contexts = createContexts(smallConfig)
  const context = contexts.open('a')
  context.tokens.push(1, 2, 3)
  workspace.hold(1, context, 3)
  workspace.fit(3, 20)
  t.is(workspace.capacity(), 20)
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
