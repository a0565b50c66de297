/** Graphs consist of operators whose bits are the same with AVX2 and with AVX-512. */
import test from 'ava'
import fc from 'fast-check'
import { initialiseNetwork } from '../../../src/engine/networks/initialise-network.ts'
import { exponentials } from '../../../src/engine/graph/exponentials.ts'
import { buildGraph } from '../../../src/engine/graph/graph.ts'
import { logprobsGraph } from '../../../src/engine/graph/sequences/logprobs-graph.ts'
import { networkGraph, networkTrainingGraphs } from '../../../src/engine/graph/network-graphs.ts'
import type { GraphFile } from '../../../src/engine/graph/onnx-file.ts'
import { samplingGraphs } from '../../../src/engine/graph/sampling-graphs.ts'
import { trainingGraphs } from '../../../src/engine/graph/sequences/training-graphs.ts'
import { openProgram } from '../../../src/engine/local/sessions/program.ts'
import { loadRuntime } from '../../../src/engine/local/sessions/runtime.ts'
import { rootKey } from '../../../src/math/random.ts'
import type { ModelConfig } from '../../../src/contracts/models/model-config.ts'
import { nth } from '../../../src/math/nth.ts'
import { livelyModel, smallConfig } from '../../laws/device/device-cases.ts'

const equalEverywhere = new Set(
  [
    ...['Add', 'Concat', 'Div', 'Exp', 'Gather', 'Gemm', 'MatMul', 'Mul', 'Neg', 'Pad', 'Reciprocal', 'ReduceLogSum'],
    /* HardSigmoid is only made 0 or 1. */
    ...[
      'Expand',
      'HardSigmoid',
      'Max',
      'ReduceMax',
      'ReduceMean',
      'ReduceSum',
      'Relu',
      'Reshape',
      'ScatterElements',
      'Shape',
    ],
    ...['Sigmoid', 'SimplifiedLayerNormalization', 'Slice', 'Sqrt', 'Sub', 'Transpose'],
  ].concat(
    ['FusedMatMul', 'QuickGelu', 'RotaryEmbedding', 'SkipSimplifiedLayerNormalization'].map(
      name => `com.microsoft.${name}`,
    ),
  ),
)

const lora = { r: 2, lora_alpha: 4, target_modules: ['q_proj', 'down_proj'] } as const
const configs: readonly ModelConfig[] = [
  smallConfig,
  { ...smallConfig, model_type: 'qwen3', head_dim: 20, tie_word_embeddings: false },
  { ...smallConfig, model_type: 'smollm3', no_rope_layers: [1, 0] },
  { ...smallConfig, missing_ids: [[20, 23]], hidden_size: 300 },
  { ...smallConfig, lora },
]

const graphsOf = (config: ModelConfig): readonly GraphFile[] => {
  const weights = new Map(Object.entries(livelyModel(config, 1).weights).map(([name, { data }]) => [name, data]))
  const trainings = [true, false].map(portable =>
    trainingGraphs(config, { portable, lean: portable, prefix: portable }),
  )
  return [
    logprobsGraph(config),
    ...trainings.flatMap(({ first, second }) => [first, second]),
    ...[...samplingGraphs(config, weights)].map(({ graph }) => graph),
  ]
}

test('no operator of any graph gives other bits with another instruction set', t => {
  const image = { height: 5, width: 4, channels: 1, convolutions: [{ channels: 2, size: 3, stride: 1 }] }
  const shape = { inputs: 23, image, hidden: [4], layerNorm: true, members: 2, outputs: 2 }
  const training = Object.values(networkTrainingGraphs(shape))
  const networks = [networkGraph(initialiseNetwork(shape, rootKey(1))), ...training]
  const graphs = [...configs.flatMap(graphsOf), ...networks]
  const found = new Set(graphs.flatMap(({ nodes }) => nodes.map(({ operator }) => operator)))
  t.deepEqual(
    [...found].filter(operator => !equalEverywhere.has(operator)),
    [],
  )
})

for (const size of [1, 16, 70, 257]) {
  test.serial(`exponentials of ${size} are those of a softmax, and the same bits in every row`, async t => {
    const graph = buildGraph('exponentials')
    const { shifted, exps, sum } = exponentials(graph, graph.input('x', 'float32', ['R', size]), size)
    graph.output(shifted, 'shifted', ['R', size])
    graph.output(exps, 'exps', ['R', size])
    graph.output(sum, 'sum', ['R', 1])
    const program = await openProgram(await loadRuntime(), graph.file(), { provider: 'cpu', threads: 2 })
    t.teardown(() => program.close())
    const number = fc.oneof(fc.float({ min: -50, max: 50, noNaN: true }), fc.constant(Math.fround(-1e30)))
    await fc.assert(
      fc.asyncProperty(fc.array(number, { minLength: size, maxLength: size }), fc.nat(9), async (row, others) => {
        const rows = 1 + others
        const x = Float32Array.from(Array.from({ length: rows }, () => row).flat())
        const output = await program.run(() => [x, [rows, size]])
        const [largest, exact] = [Math.max(...row), row.map(value => Math.exp(value - Math.max(...row)))]
        output('shifted')[0].forEach((value, place) => t.is(value, Math.fround(nth(row, place % size) - largest)))
        output('exps')[0].forEach((value, place) => t.true(Math.abs(value - nth(exact, place % size)) < 1e-6))
        const sums = output('sum')[0]
        t.deepEqual(sums, new Float32Array(rows).fill(nth(sums, 0)))
        const wanted = exact.reduce((total, value) => total + value, 0)
        t.true(nth(sums, 0) >= 1 && Math.abs(nth(sums, 0) / wanted - 1) < 1e-5, `${sums[0]} for ${wanted}`)
      }),
      { numRuns: 30 },
    )
  })
}
