/** What is spelled out for a GPU computes what the processor's own operators do. */
import test from 'ava'
import fc from 'fast-check'
import { buildGraph } from '../../../src/engine/graph/graph.ts'
import { layersOf } from '../../../src/engine/graph/sequences/layers.ts'
import type { GraphFile } from '../../../src/engine/graph/onnx-file.ts'
import { openProgram } from '../../../src/engine/local/sessions/program.ts'
import { loadRuntime } from '../../../src/engine/local/sessions/runtime.ts'
import { nth } from '../../../src/math/nth.ts'
import { present } from '../../fixtures/present.ts'

const width = 6
const epsilon = 1e-6

/** Both gradients of the normalization of x [N, width], for an output gradient that is 1 everywhere but in the first column. */
function normGraph(portable: boolean): GraphFile {
  const graph = buildGraph('norm')
  const x = graph.input('x', 'float32', ['N', width])
  const weight = graph.input('weight', 'float32', [width])
  const outputGradient = graph.input('outputGradient', 'float32', ['N', width])
  const result = layersOf(graph, { steady: false, portable }).rmsNorm(x, weight, width, epsilon)
  const [byX, byWeight] = graph.gradients(result, outputGradient, [x, weight])
  graph.output(present(byX), 'byX', ['N', width])
  graph.output(present(byWeight), 'byWeight', [width])
  return graph.file()
}

const number = fc.float({ min: -4, max: 4, noNaN: true })
const rows = fc.array(fc.array(number, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 })

test("a normalization's gradient is the same spelled out", async t => {
  const runtime = await loadRuntime()
  const options = { provider: 'cpu', threads: 1 } as const
  const fast = await openProgram(runtime, normGraph(false), options)
  const portable = await openProgram(runtime, normGraph(true), options)
  t.teardown(async () => {
    await fast.close()
    await portable.close()
  })
  await fc.assert(
    fc.asyncProperty(rows, async drawn => {
      /* A row of almost nothing has a gradient of a million. */
      fc.pre(drawn.every(row => Math.hypot(...row) > 0.1))
      const shape = [drawn.length, width]
      const feeds: Readonly<Record<string, Float32Array>> = {
        x: Float32Array.from(drawn.flat()),
        weight: Float32Array.from({ length: width }, (_, index) => 0.5 + index / 3),
        outputGradient: Float32Array.from({ length: drawn.length * width }, (_, index) =>
          index % width === 0 ? -0.4 : 1,
        ),
      }
      const feed = (name: string) => [present(feeds[name]), name === 'weight' ? [width] : shape] as const
      const [one, other] = [await fast.run(feed), await portable.run(feed)]
      for (const name of ['byX', 'byWeight']) {
        const [found] = one(name)
        other(name)[0].forEach((value, index) => {
          t.true(
            Math.abs(value - nth(found, index)) <= 1e-4 * Math.max(1, Math.abs(value)),
            `${name}: ${value}, ${found[index]}`,
          )
        })
      }
    }),
    { numRuns: 50 },
  )
})
