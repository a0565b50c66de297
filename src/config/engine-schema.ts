/** The settings of the engine. */
import { z } from 'zod'
import { providers, tfjsBackends } from '../contracts/models/engine-names.ts'
import { tinkerSchema } from './tinker-schema.ts'
import { openaiSchema, serviceContradictions } from './openai-schema.ts'

const count = z.int().min(1).max(256)

export const engineSchema = z.strictObject({
  kind: z
    .enum(['onnx', 'tfjs', 'tinker', 'openai'])
    .default('onnx')
    .describe('ONNX Runtime, TensorFlow.js, a service with the Tinker API, or a server that only samples, for eval'),
  provider: z.enum(providers).default('cpu').describe('execution provider of onnx'),
  backend: z.enum(tfjsBackends).default('wasm').describe('backend of tfjs'),
  threads: count.default(2).describe('threads of the engine'),
  replicas: count
    .nullable()
    .default(null)
    .describe('copies of each model, each with an equal part of the threads; null is one a thread'),
  callSeconds: z
    .number()
    .positive()
    .max(86_400)
    .nullable()
    .default(null)
    .describe(
      'longest time that one call may take from one pause to the next before the engine counts as hung; null is 100 here, and ten deadlines of a service',
    ),
  tinker: tinkerSchema.prefault({}).describe('the service of kind tinker'),
  openai: openaiSchema.nullable().default(null).describe('the server of kind openai'),
})

/** Values that are allowed one by one but not together. */
export const engineContradictions = ({
  kind,
  threads,
  replicas,
  tinker,
  openai,
}: z.output<typeof engineSchema>): readonly string[] => [
  ...(replicas === null || threads % replicas === 0
    ? []
    : [`engine.replicas must divide engine.threads (${threads}), got ${replicas}`]),
  ...(kind === 'tinker' && tinker.url === null
    ? ['engine.tinker.url must be the address of a service where engine.kind is tinker, got null']
    : []),
  ...(kind === 'openai' && openai === null
    ? ['engine.openai must be the settings of a server where engine.kind is openai, got null']
    : []),
  ...serviceContradictions('engine.openai', openai),
]
