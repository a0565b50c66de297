/** The settings of a service with the Tinker API. */
import { z } from 'zod'
import { normalisations } from '../contracts/models/engine-names.ts'

export const tinkerSchema = z.strictObject({
  url: z
    .string()
    .regex(/^https?:\/\//, 'must begin with http:// or https://')
    .nullable()
    .default(null)
    .describe('address of the service, without /api/v1'),
  keyVariable: z
    .string()
    .min(1)
    .default('TINKER_API_KEY')
    .describe('environment variable that holds the key; the key itself is in no file. Unset: none is sent'),
  baseModel: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('model of the service that every model starts from; null is the only one that it has'),
  baseModels: z
    .record(z.string(), z.string().min(1))
    .default({})
    .describe('the same for single models, by their names, e.g. critic'),
  rank: z
    .int()
    .min(0)
    .max(1024)
    .default(32)
    .describe('rank of the LoRA adapters that are trained; 0 is all parameters'),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .default(1)
    .describe('from which fresh adapters are drawn'),
  normalisation: z
    .enum(normalisations)
    .default('sum')
    .describe(
      'by what the service divides gradients: nothing (as Tinker documents), Σ weights of a datum and the number of datums (SkyRL), or Σ weights of a request (hatchery)',
    ),
  deadlineSeconds: z
    .number()
    .positive()
    .max(86_400)
    .default(600)
    .describe('longest time for one request, with all attempts'),
  maxConcurrent: z.int().min(1).max(10_000).default(128).describe('requests under way at once'),
})
