/** The same bodies as JSON. */
import { z } from 'zod'
import { integersFrom, maxInt32 } from './integers.ts'
import type { Datum, ForwardBackwardOutput, ForwardBackwardRequest, SampleOutput, TensorData } from './types.ts'

/** As an Int32Array holds them. */
const tokens = z.array(z.int().min(0).max(maxInt32))
const chunk = z.object({ type: z.literal('encoded_text').exactOptional(), tokens })
const modelInput = z.object({ chunks: z.array(chunk) })
/** JSON has no NaN: services write `null` for it. */
const float = z.number().nullable()
const tensor = z.object({
  data: z.array(float),
  dtype: z.enum(['float32', 'int64']).default('float32'),
  shape: z.array(z.int()).nullish(),
})
const datum = z.object({ model_input: modelInput, loss_fn_inputs: z.record(z.string(), tensor) })
const input = z.object({
  data: z.array(datum),
  loss_fn: z.string(),
  loss_fn_config: z.record(z.string(), z.number()).nullish(),
})
const forwardBackward = z.object({
  model_id: z.string(),
  seq_id: z.int().nullish(),
  forward_backward_input: input.exactOptional(),
  forward_input: input.exactOptional(),
  forward_only: z.boolean().exactOptional(),
})
const output = z.object({
  loss_fn_output_type: z.string().default(''),
  loss_fn_outputs: z.array(z.record(z.string(), tensor)),
  metrics: z.record(z.string(), float).default({}),
})
const sample = z.object({
  sequences: z.array(
    z.object({
      stop_reason: z.enum(['stop', 'length']),
      tokens,
      logprobs: z.array(float).nullish(),
    }),
  ),
  prompt_logprobs: z.array(float).nullish(),
})

const floats = (values: readonly (number | null)[]): Float32Array => Float32Array.from(values, value => value ?? NaN)
const written = (values: Iterable<number>): (number | null)[] =>
  Array.from(values, value => (Number.isFinite(value) ? value : null))

const tensorJson = ({ data, dtype, shape }: TensorData) => ({ data: written(data), dtype, shape })

const inputJson = ({ data, lossFn, lossFnConfig }: ForwardBackwardRequest) => ({
  data: data.map(({ tokens, inputs }) => ({
    model_input: modelInputJson(tokens),
    loss_fn_inputs: Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, tensorJson(value)])),
  })),
  loss_fn: lossFn,
  ...(Object.keys(lossFnConfig).length > 0 && { loss_fn_config: lossFnConfig }),
})

/** A prompt or the input tokens of a datum in JSON. */
export const modelInputJson = (tokens: Int32Array) => ({ chunks: [{ type: 'encoded_text', tokens: [...tokens] }] })

/** As the route `forward_backward` takes it, or `forward` where no gradient is wanted. */
export const forwardBackwardJson = (request: ForwardBackwardRequest): object => ({
  model_id: request.modelId,
  seq_id: request.seqId,
  [request.forwardOnly ? 'forward_input' : 'forward_backward_input']: inputJson(request),
})

/** @throws {z.ZodError} naming the field. */
export function parseForwardBackward(value: unknown): ForwardBackwardRequest {
  const { model_id, seq_id, forward_backward_input, forward_input, forward_only } = forwardBackward.parse(value)
  const { data, loss_fn, loss_fn_config } = input.parse(forward_input ?? forward_backward_input)
  return {
    modelId: model_id,
    seqId: seq_id ?? 0,
    data: data.map((each): Datum => ({ tokens: tokensOf(each.model_input), inputs: inputsOf(each.loss_fn_inputs) })),
    lossFn: loss_fn,
    lossFnConfig: loss_fn_config ?? {},
    forwardOnly: forward_only ?? forward_input !== undefined,
  }
}

const tokensOf = ({ chunks }: z.output<typeof modelInput>): Int32Array =>
  Int32Array.from(chunks.flatMap(({ tokens }) => tokens))

/** The tokens of a prompt in JSON. @throws {z.ZodError} naming the field. */
export const parseModelInput = (value: unknown): Int32Array => tokensOf(modelInput.parse(value))

const inputsOf = (inputs: Readonly<Record<string, z.output<typeof tensor>>>): Datum['inputs'] =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, { data, dtype, shape }]): [string, TensorData] => {
      const size = shape ?? [data.length]
      return dtype === 'int64'
        ? [name, { dtype, data: integersFrom(name, data), shape: size }]
        : [name, { dtype, data: floats(data), shape: size }]
    }),
  )

export const forwardBackwardOutputJson = ({ lossFnOutputType, outputs, metrics }: ForwardBackwardOutput): object => ({
  loss_fn_output_type: lossFnOutputType,
  loss_fn_outputs: outputs.map(fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, data]) => [
        name,
        { data: written(data), dtype: 'float32', shape: [data.length] },
      ]),
    ),
  ),
  metrics: Object.fromEntries(Object.entries(metrics).map(([name, value]) => [name, written([value])[0]])),
})

/** @throws {z.ZodError} naming the field. */
export function parseForwardBackwardOutput(value: unknown): ForwardBackwardOutput {
  const { loss_fn_output_type, loss_fn_outputs, metrics } = output.parse(value)
  return {
    lossFnOutputType: loss_fn_output_type,
    outputs: loss_fn_outputs.map(fields =>
      Object.fromEntries(Object.entries(fields).map(([name, { data }]) => [name, floats(data)])),
    ),
    metrics: Object.fromEntries(Object.entries(metrics).map(([name, metric]) => [name, metric ?? NaN])),
  }
}

export const sampleOutputJson = ({ sequences, promptLogprobs }: SampleOutput): object => ({
  type: 'sample',
  sequences: sequences.map(({ stopReason, tokens, logprobs }) => ({
    stop_reason: stopReason,
    tokens: [...tokens],
    logprobs: logprobs === null ? null : written(logprobs),
  })),
  prompt_logprobs: promptLogprobs === null ? null : written(promptLogprobs),
})

/** @throws {z.ZodError} naming the field. */
export function parseSampleOutput(value: unknown): SampleOutput {
  const { sequences, prompt_logprobs } = sample.parse(value)
  return {
    sequences: sequences.map(({ stop_reason, tokens, logprobs }) => ({
      stopReason: stop_reason,
      tokens: Int32Array.from(tokens),
      logprobs: logprobs === undefined || logprobs === null ? null : floats(logprobs),
    })),
    promptLogprobs: prompt_logprobs === undefined || prompt_logprobs === null ? null : floats(prompt_logprobs),
  }
}
