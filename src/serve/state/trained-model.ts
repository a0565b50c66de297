/** One model that a client trains. */
import type {
  AdamwSettings,
  Device,
  Example,
  ModelState,
  OptimStepResult,
  Sequence,
} from '../../contracts/models/device.ts'
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { zip } from '../../math/zip.ts'
import type { Datum, ForwardBackwardOutput, ForwardBackwardRequest } from '../../engine/tinker/wire/types.ts'
import { tokenLosses } from './losses.ts'
import { RefusedRequest } from '../../network/refused-request.ts'

export interface ModelInTraining {
  readonly config: ModelConfig
  /** Under which the device has it. */
  readonly slot: string
  readonly passes: (request: ForwardBackwardRequest) => Promise<ForwardBackwardOutput>
  readonly update: (settings: AdamwSettings) => Promise<OptimStepResult>
  /** Puts other weights in its place. */
  readonly load: (state: ModelState) => Promise<void>
  readonly save: () => Promise<ModelState>
}

/** Data that wait for an update, at most. */
const maxPending = 65_536

/** @param beforeUpdate awaited before the weights change. */
export function trainedModel(
  device: Device,
  {
    slot,
    config,
    beforeUpdate,
  }: { readonly slot: string; readonly config: ModelConfig; readonly beforeUpdate: () => Promise<void> },
): ModelInTraining {
  let pending: { readonly sequence: Sequence; readonly gradient: Float32Array }[] = []
  return {
    config,
    slot,
    passes: async ({ data, lossFn, lossFnConfig, forwardOnly }) => {
      if (data.length === 0) throw new RefusedRequest(400, 'data must not be empty')
      if (!forwardOnly && pending.length + data.length > maxPending)
        throw new RefusedRequest(400, `more than ${maxPending} data would wait for optim_step, got ${data.length} more`)
      const sequences = data.map((datum, index) => sequenceOf(datum, `data[${index}]`))
      const logprobs = await device.logprobs(slot, sequences)
      const outputs = zip(data, logprobs).map(([{ inputs }, all]) => {
        const own = all.slice(1)
        return { logprobs: own, ...tokenLosses(lossFn, own, inputs, lossFnConfig) }
      })
      /* All or none: a datum that is wrong was refused above. */
      if (!forwardOnly)
        pending.push(...zip(sequences, outputs).map(([sequence, { gradient }]) => ({ sequence, gradient })))
      const loss = outputs.reduce((sum, { losses }) => sum + losses.reduce((a, b) => a + b, 0), 0)
      return {
        lossFnOutputType: 'ArrayRecord',
        outputs: outputs.map(({ logprobs: own, losses }) => ({ elementwise_loss: losses, logprobs: own })),
        metrics: { 'loss:sum': loss },
      }
    },
    update: async settings => {
      if (pending.length === 0)
        throw new RefusedRequest(400, 'optim_step needs gradients: send forward_backward before it')
      const all = pending
      pending = []
      await beforeUpdate()
      /* The device makes the mean over spans, and this API the sum. */
      const examples = all.map(({ sequence, gradient }): Example => ({
        sequence,
        spans: [
          {
            start: 1,
            end: sequence.tokens.length,
            advantage: 0,
            oldLogprobs: new Float32Array(0),
            coefficients: gradient.map(slope => slope * all.length),
            weight: 1,
          },
        ],
      }))
      await device.forwardBackward(slot, examples, { kind: 'linear' })
      return device.optimStep(slot, settings)
    },
    load: async state => {
      pending = []
      await device.load(slot, state)
    },
    save: () => device.save(slot),
  }
}

/** @throws {RefusedRequest} if the targets are not what follows the tokens. */
function sequenceOf({ tokens, inputs }: Datum, where: string): Sequence {
  const targets = inputs['target_tokens']
  if (targets?.dtype !== 'int64')
    throw new RefusedRequest(400, `${where} must have target_tokens of dtype int64, got ${targets?.dtype ?? 'none'}`)
  if (targets.data.length !== tokens.length)
    throw new RefusedRequest(
      400,
      `${where}: target_tokens must have ${tokens.length} values, got ${targets.data.length}`,
    )
  if (tokens.length === 0) throw new RefusedRequest(400, `${where}: model_input must not be empty`)
  for (let at = 0; at + 1 < tokens.length; at += 1)
    if (targets.data[at] !== tokens[at + 1])
      throw new RefusedRequest(
        400,
        `${where}: target_tokens[${at}] must be ${tokens[at + 1] ?? 'none'}, the token read next, got ${targets.data[at] ?? 'none'}`,
      )
  const last = targets.data.at(-1) ?? 0
  return { tokens: Int32Array.of(...tokens, last) }
}
