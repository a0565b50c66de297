import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { buildGraph } from '../../src/engine/graph/graph.ts'
import { encodeGraph } from '../../src/engine/graph/onnx-file.ts'
import { openProgram, type OnnxProgram } from '../../src/engine/local/sessions/program.ts'
import { loadRuntime, openSession } from '../../src/engine/local/sessions/runtime.ts'
import { present } from '../fixtures/present.ts'

const options = { provider: 'cpu', threads: 1 } as const

/** x [B, T] and 3 x, and the sums of its rows. */
function graph() {
  const built = buildGraph('trial')
  const x = built.input('x', 'float32', ['B', 'T'])
  built.output(built.node('Mul', [x, built.floats([3])]), 'tripled')
  built.output(built.node('Flatten', [x], { axis: 0 }), 'flat', [1, 'B*T'])
  built.output(built.node('ReduceSum', [x, built.integers([1])], { keepdims: 0 }), 'sums')
  return built.file()
}

const matrix = fc
  .record({ rows: fc.integer({ min: 1, max: 5 }), columns: fc.integer({ min: 1, max: 5 }), seed: fc.nat(99) })
  .map(({ rows, columns, seed }) => ({
    shape: [rows, columns] as const,
    data: Float32Array.from({ length: rows * columns }, (_, index) => ((index + seed) % 7) - 3),
  }))

test('what is written in place is what a plain session hands over, for any sizes in turn', async t => {
  const runtime = await loadRuntime()
  const program = await opened(t)
  const session = await openSession(runtime, encodeGraph(graph()), options)
  await fc.assert(
    fc.asyncProperty(matrix, async ({ shape, data }) => {
      const written = await program.run(() => [data, shape])
      const handed = await session.run({ x: new runtime.Tensor('float32', data, [...shape]) })
      for (const name of ['tripled', 'flat', 'sums']) {
        const [found, size] = written(name)
        t.deepEqual(found, present(handed[name]).data)
        t.deepEqual(size, present(handed[name]).dims)
      }
    }),
    { numRuns: 20 },
  )
  await session.release()
})

test('an output goes where it is told to', async t => {
  const program = await opened(t)
  const whole = new Float32Array(6).fill(9)
  const part = whole.subarray(2, 4)
  const output = await program.run(
    () => [Float32Array.of(1, 2, 3, 4), [2, 2]],
    name => (name === 'sums' ? part : undefined),
  )
  t.is(output('sums')[0].buffer, whole.buffer)
  t.deepEqual(whole, Float32Array.of(9, 9, 3, 7, 9, 9))
})

test('an error of the engine comes through, as do outputs that are not there or of unknown size', async t => {
  const program = await opened(t)
  await t.throwsAsync(() => program.run(() => [new Float32Array(1), [1, 1, 1]]), { message: /rank/i })
  t.throws(await program.run(() => [new Float32Array(1), [1, 1]]).then(output => () => output('none')), {
    message: /trial has no output named none/,
  })
  const vague = buildGraph('vague')
  vague.output(vague.node('Flatten', [vague.input('x', 'float32', ['N', 'M'])], { axis: 0 }), 'places')
  const unsized = await openProgram(await loadRuntime(), vague.file(), options)
  await t.throwsAsync(() => unsized.run(() => [new Float32Array(2), [1, 2]]), { message: /vague .* places/ })
  await unsized.close()
})

async function opened(t: ExecutionContext): Promise<OnnxProgram> {
  const program = await openProgram(await loadRuntime(), graph(), options)
  t.teardown(program.close)
  return program
}
