/** A server that samples by the OpenAI API, or by that of llama.cpp, for a role that is not trained. */
import { z } from 'zod'
import { samplingApis, type ServedModel } from '../contracts/models/served-model.ts'

export const openaiSchema = z.strictObject({
  url: z
    .string()
    .regex(/^https?:\/\//, 'must begin with http:// or https://')
    .describe('address of the server, without /v1'),
  model: z.string().min(1).default('default').describe("the model's name on the server"),
  api: z
    .enum(samplingApis)
    .default('chat')
    .describe('messages and text (chat), or token ids in and out: by /v1/completions, or by /completion of llama.cpp'),
  tokenizer: z
    .string()
    .nullable()
    .default(null)
    .describe("folder with the model's tokenizer.json and chat template, for an api with token ids"),
  keyVariable: z.string().min(1).default('OPENAI_API_KEY').describe('environment variable that holds the key'),
  maxConcurrent: z.int().min(1).max(4096).default(16).describe('requests under way at once'),
  deadlineSeconds: z
    .number()
    .positive()
    .max(86_400)
    .default(300)
    .describe('longest time for one sample, with all attempts'),
  schemas: z.boolean().default(true).describe('whether the server keeps to a JSON Schema, for verdicts and proposals'),
  parallelSampling: z.boolean().default(false).describe('whether all samples of a prompt are one request (n)'),
  contextTokens: z.int().min(1).default(8192).describe('longest context of the model, in its own tokens'),
})

/** A server and how it is asked. @interface */
export type ServiceSettings = z.output<typeof openaiSchema>

/** The server as its actor opens it. */
export const servedModelOf = ({ deadlineSeconds, tokenizer: _, ...settings }: ServiceSettings): ServedModel => ({
  ...settings,
  deadlineMs: deadlineSeconds * 1000,
})

/** Contradictions in a service's settings. @param path of the settings. */
export function serviceContradictions(path: string, service: ServiceSettings | null): readonly string[] {
  if (service === null) return []
  const { api, tokenizer, parallelSampling } = service
  return [
    ...(parallelSampling && api === 'llama.cpp'
      ? [`${path}.parallelSampling must be false where ${path}.api is llama.cpp, got true: completions has it`]
      : []),
    ...((api === 'chat') === (tokenizer === null)
      ? []
      : [
          api === 'chat'
            ? `${path}.tokenizer must be null where ${path}.api is chat, got '${tokenizer ?? ''}'`
            : `${path}.tokenizer must be the folder of the model's tokenizer where ${path}.api is ${api}, got null`,
        ]),
  ]
}
