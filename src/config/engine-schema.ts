/** The settings of the engine. */
import { z } from 'zod'
import { providers, tfjsBackends } from '../contracts/engine-names.ts'

const count = z.int().min(1).max(256)

export const engineSchema = z.strictObject({
  kind: z.enum(['onnx', 'tfjs']).default('onnx').describe('ONNX Runtime, or TensorFlow.js'),
  provider: z.enum(providers).default('cpu').describe('execution provider of onnx'),
  backend: z.enum(tfjsBackends).default('wasm').describe('backend of tfjs'),
  threads: count.default(2).describe('threads of the engine'),
  replicas: count
    .nullable()
    .default(null)
    .describe('copies of each model, each with an equal part of the threads; null is one a thread'),
})

/** Values that are allowed one by one but not together. */
export const engineContradictions = ({ threads, replicas }: z.output<typeof engineSchema>): readonly string[] =>
  replicas === null || threads % replicas === 0
    ? []
    : [`engine.replicas must divide engine.threads (${threads}), got ${replicas}`]
