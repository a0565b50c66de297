/** Makes a failed call again, on any engine, and finds where it first goes wrong. */
import { openDevice } from '../../engine/open-device.ts'
import { instructionSet } from '../../engine/local/instruction-set.ts'
import type { Device } from '../../contracts/models/device.ts'
import type { RunConfig } from '../../config/config.ts'
import { deviceOptions } from '../actors/device-options.ts'
import { resolveModel } from '../../model/reference.ts'
import type { FailedBatch } from '../../learning/failed-batch.ts'
import { readFailedBatch } from '../directory/failed-batch-files.ts'
import { mixedSets } from '../directory/instruction-sets.ts'
import { backwardOrigin, forwardOrigin, nonFinite, type Origin } from './origin.ts'

export interface ReplayOptions {
  /** Of the failed batch. */
  readonly folder: string
  /** Departs from the engine on which it failed. */
  readonly engine?: Readonly<Record<string, unknown>>
}

export interface Replay {
  readonly model: string
  readonly verb: FailedBatch['call']['verb']
  readonly engine: RunConfig['engine']
  /** That the processor on which it failed has another instruction set than this one; `null` if it has not. */
  readonly mixed: string | null
  /** The tensors that were not finite when the run failed; and now, empty if the call does not fail on this engine. */
  readonly recorded: readonly string[]
  readonly found: readonly string[]
  /** `null` if it does not fail. */
  readonly origin: Origin | null
}

/** @throws {RangeError} if the folder is no failed batch, or the engine is none. */
export async function replay({ folder, engine: changes = {} }: ReplayOptions): Promise<Replay> {
  const { engine: recorded, instructions, ...batch } = await readFailedBatch(folder)
  /* Late: it knows all methods, which only those who make a call again need. */
  const { parseRunConfig } = await import('../../methods/registry/run-config.ts')
  const { engine } = parseRunConfig({ engine: { ...recorded, ...changes } })
  const device = await openDevice(deviceOptions(engine))
  try {
    const mixed = mixedSets('The batch failed and is made again', [instructions, instructionSet()])
    return { engine, mixed, ...(await replayOn(device, batch)) }
  } finally {
    await device.close()
  }
}

/** The same on a device that is open. */
export async function replayOn(
  device: Device,
  { model, reference, call, tensors }: FailedBatch,
): Promise<Omit<Replay, 'engine' | 'mixed'>> {
  const replayed = { model, verb: call.verb, recorded: tensors }
  const state = await resolveModel(reference)
  await device.load(model, state)
  const finite = { ...replayed, found: [], origin: null }
  if (call.verb === 'logprobs') {
    const error = await nonFinite(() => device.logprobs(model, call.sequences))
    if (error === null) return finite
    return { ...replayed, found: error.tensors, origin: await forwardOrigin(device, state, call.sequences) }
  }
  const { examples, objective, options } = call
  const begun = await nonFinite(() => device.forwardBackward(model, examples, objective))
  if (begun !== null) {
    const sequences = examples.map(({ sequence }) => sequence)
    const origin =
      (await forwardOrigin(device, state, sequences)) ?? (await backwardOrigin(device, state, examples, objective))
    return { ...replayed, found: begun.tensors, origin }
  }
  const error = call.verb === 'optim-step' ? await nonFinite(() => device.optimStep(model, options)) : null
  return error === null
    ? finite
    : { ...replayed, found: error.tensors, origin: { kind: 'optim-step', tensors: error.tensors } }
}

/** One line for a person. */
export function describeOrigin(origin: Origin): string {
  switch (origin.kind) {
    case 'forward': {
      const { example, token, layer } = origin
      const where = layer < 0 ? 'before the first layer, or in making logits' : `in layer ${layer}`
      return `first in the forward pass, ${where}, at token ${token} of sequence ${example}`
    }
    case 'objective':
      return `first in the objective, span ${origin.span} of example ${origin.example}: ${origin.what}`
    case 'backward': {
      const [first, ...others] = origin.tensors
      return `first in the backward pass of example ${origin.example}: ${first}${others.length === 0 ? '' : `, then ${others.length} others`}`
    }
    case 'sum':
      return 'in no single example: first in the sum over the examples'
    case 'optim-step':
      return `first in the step of the optimiser: ${origin.tensors.join(', ')}`
  }
}
