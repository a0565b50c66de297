import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import type { Example } from '../../../src/contracts/models/device.ts'
import type { Objective } from '../../../src/losses/objective.ts'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { readFailedBatch, writeFailedBatch } from '../../../src/run/directory/failed-batch-files.ts'
import type { FailedCall } from '../../../src/learning/failed-batch.ts'
import { resolveModel } from '../../../src/model/reference.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { chain, livelyModel, smallConfig, tree, usualUpdate } from '../../laws/device/device-cases.ts'

const { engine } = parseRunConfig({})
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value + 0)
const sequences = fc.oneof(chain(12), tree(12))
const span = fc.record({
  start: fc.nat(9),
  end: fc.nat(9),
  advantage: finite,
  weight: finite,
  oldLogprobs: fc.float32Array({ maxLength: 5, noNaN: true }),
})
const examples: fc.Arbitrary<Example[]> = fc.array(
  fc.record({ sequence: sequences, spans: fc.array(span, { maxLength: 3 }) }),
  { minLength: 1, maxLength: 4 },
)
const objectives = fc.constantFrom<Objective[]>(
  { kind: 'clipped', clip: 0.2, klWeight: 0 },
  { kind: 'cross-entropy' },
  { kind: 'module', module: 'file:///own.js', options: { beta: 0.1, list: [1] } },
)
const calls: fc.Arbitrary<FailedCall> = fc.oneof(
  fc.array(sequences, { minLength: 1, maxLength: 4 }).map((all): FailedCall => ({ verb: 'logprobs', sequences: all })),
  fc.record({
    verb: fc.constantFrom('forward-backward', 'optim-step'),
    examples,
    objective: objectives,
    options: fc.constantFrom(usualUpdate, { ...usualUpdate, clipNorm: Infinity, learningRate: 1e300 }),
  }),
)

test('a failed batch is read as it was written, to the last bit', async t => {
  const folder = await temporaryFolder(t)
  let written = 0
  await fc.assert(
    fc.asyncProperty(calls, async call => {
      const path = join(folder, String((written += 1)))
      const state = livelyModel(smallConfig, 1)
      const batch = { model: 'policy', tensors: ['the loss'], call, engine, instructions: 'avx2' }
      await writeFailedBatch(path, { ...batch, reference: { kind: 'memory', state } })
      const { reference, ...read } = await readFailedBatch(path)
      t.deepEqual(read, batch)
      t.deepEqual(await resolveModel(reference), state)
    }),
    { numRuns: 20 },
  )
})

test('a folder that is none, or is damaged, is refused by the path of the file', async t => {
  const folder = await temporaryFolder(t)
  const refused = (message: RegExp) => t.throwsAsync(() => readFailedBatch(path), { instanceOf: RangeError, message })
  const path = join(folder, 'batch')
  await refused(/cannot read .*batch\/call\.json/)
  const reference = { kind: 'memory', state: livelyModel(smallConfig, 1) } as const
  const call: FailedCall = { verb: 'logprobs', sequences: [{ tokens: Int32Array.of(1, 2) }] }
  await writeFailedBatch(path, {
    model: 'policy',
    reference,
    tensors: ['the loss'],
    call,
    engine,
    instructions: 'avx2',
  })
  const text = await readFile(join(path, 'call.json'), 'utf8')
  const changed = async (from: string, to: string) => writeFile(join(path, 'call.json'), text.replace(from, to))
  await changed('"tokens": 2', '"tokens": 3')
  await refused(/batch\.safetensors: tokens must have at least 3 elements, got 2/)
  await changed('"logprobs"', '"save"')
  await refused(/call\.json\.verb: .*got "save"/)
  await changed('{', '')
  await refused(/call\.json is not JSON/)
})
