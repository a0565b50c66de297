/** A failed batch as a folder: the model before it, arrays in `batch.safetensors`, the rest in `call.json`. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Example, Sequence, Tensor } from '../../contracts/models/device.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { writeDirectoryAtomic } from '../../files/atomic.ts'
import { saveReference } from '../../model/reference.ts'
import { decodeSafetensors, encodeSafetensors } from '../../model/tensors/safetensors.ts'
import type { RunConfig } from '../../config/config.ts'
import { parsed } from '../../text/parsed.ts'
import type { FailedBatch, FailedCall } from '../../learning/failed-batch.ts'

interface StoredBatch extends FailedBatch {
  /** On which it failed. */
  readonly engine: RunConfig['engine']
  /** Of the processor on which it failed. */
  readonly instructions: string
}

/** Writes the folder whole or not at all. @throws {RangeError} if there is something at `folder` already. */
export async function writeFailedBatch(folder: string, batch: StoredBatch): Promise<void> {
  const { model, call, reference, tensors, engine, instructions } = batch
  await writeDirectoryAtomic(folder, async temporary => {
    await saveReference(join(temporary, 'model'), reference)
    const examples = examplesOf(call)
    const parts = {
      tokens: examples.flatMap(({ sequence }) => [...sequence.tokens]),
      parents: examples.flatMap(({ sequence }) => [...(sequence.parents ?? [])]),
      oldLogprobs: examples.flatMap(({ spans }) => spans.flatMap(span => [...span.oldLogprobs])),
      coefficients: examples.flatMap(({ spans }) => spans.flatMap(span => [...(span.coefficients ?? [])])),
    }
    const arrays = Object.entries(parts).map(([name, values]): [string, Tensor] => [
      name,
      { shape: [values.length], data: Float32Array.from(values) },
    ])
    const bytes = encodeSafetensors({ tensors: Object.fromEntries(arrays), metadata: { format: 'pt' } })
    await writeFile(join(temporary, 'batch.safetensors'), bytes)
    const how = call.verb === 'logprobs' ? {} : { objective: call.objective, options: call.options }
    const shapes = examples.map(({ sequence, spans }) => ({
      tokens: sequence.tokens.length,
      tree: sequence.parents !== undefined,
      spans: spans.map(({ oldLogprobs, coefficients, ...span }) => ({
        ...span,
        oldLogprobs: oldLogprobs.length,
        ...(coefficients === undefined ? {} : { coefficients: coefficients.length }),
      })),
    }))
    const json = { model, verb: call.verb, tensors, engine, instructions, ...how, examples: shapes }
    await writeFile(join(temporary, 'call.json'), `${JSON.stringify(json, null, 2)}\n`)
  })
}

const count = z.int().nonnegative()
const span = z.object({
  start: count,
  end: count,
  advantage: z.number(),
  weight: z.number(),
  oldLogprobs: count,
  coefficients: count.exactOptional(),
})
const examples = z.array(z.object({ tokens: count, tree: z.boolean(), spans: z.array(span) })).min(1)
const objective = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('clipped'), clip: z.number(), klWeight: z.number() }),
  z.object({ kind: z.literal('cross-entropy') }),
  z.object({ kind: z.literal('linear') }),
  z.object({ kind: z.literal('module'), module: z.string(), options: z.record(z.string(), z.unknown()) }),
])
const options = z.object({
  learningRate: z.number(),
  /* JSON has no infinity. */
  clipNorm: z
    .number()
    .nullable()
    .transform(norm => norm ?? Infinity),
  beta1: z.number(),
  beta2: z.number(),
  epsilon: z.number(),
  weightDecay: z.number(),
})
const head = {
  model: z.string(),
  tensors: z.array(z.string()),
  engine: z.looseObject({ kind: z.string() }),
  instructions: z.string(),
  examples,
}
const schema = z.discriminatedUnion('verb', [
  z.object({ ...head, verb: z.literal('logprobs') }),
  z.object({ ...head, verb: z.enum(['forward-backward', 'optim-step']), objective, options }),
])

/** @throws {RangeError} if a file is missing or is not of the format, by its path. */
export async function readFailedBatch(
  folder: string,
): Promise<Omit<StoredBatch, 'engine'> & { engine: Readonly<Record<string, unknown>> }> {
  const file = join(folder, 'call.json')
  const data = parsed(file, schema, parseJson((await required(file)).toString('utf8'), file))
  const path = join(folder, 'batch.safetensors')
  const { tensors } = decodeSafetensors(await required(path), path)
  const taker = (name: string) => {
    const values = tensors[name]?.data ?? new Float32Array(0)
    let at = 0
    return (length: number): Float32Array => {
      if (at + length > values.length)
        throw new RangeError(`${path}: ${name} must have at least ${at + length} elements, got ${values.length}`)
      at += length
      return values.slice(at - length, at)
    }
  }
  const [tokens, parents, oldLogprobs, coefficients] = [
    taker('tokens'),
    taker('parents'),
    taker('oldLogprobs'),
    taker('coefficients'),
  ]
  const found = data.examples.map(({ tokens: length, tree, spans }): Example => ({
    sequence: sequenceOf(tokens(length), tree ? parents(length) : null),
    spans: spans.map(({ coefficients: own, ...each }) => ({
      ...each,
      oldLogprobs: oldLogprobs(each.oldLogprobs),
      ...(own === undefined ? {} : { coefficients: coefficients(own) }),
    })),
  }))
  const call: FailedCall =
    data.verb === 'logprobs'
      ? { verb: 'logprobs', sequences: found.map(({ sequence }) => sequence) }
      : { verb: data.verb, examples: found, objective: data.objective, options: data.options }
  const { model, tensors: named, engine, instructions } = data
  const reference = { kind: 'folder', path: join(folder, 'model') } as const
  return { model, reference, call, tensors: named, engine, instructions }
}

const examplesOf = (call: FailedCall): readonly Example[] =>
  call.verb === 'logprobs' ? call.sequences.map(sequence => ({ sequence, spans: [] })) : call.examples

const sequenceOf = (tokens: Float32Array, parents: Float32Array | null): Sequence => ({
  tokens: Int32Array.from(tokens),
  ...(parents === null ? {} : { parents: Int32Array.from(parents) }),
})

async function required(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new RangeError(`cannot read ${path}: ${reasonOf(error)}`, { cause: error })
  }
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new RangeError(`${path} is not JSON: ${reasonOf(error)}`, { cause: error })
  }
}
