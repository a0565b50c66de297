/** Bodies that clients send, checked. */
import { z } from 'zod'

const name = z.string().regex(/^[\w.-]{1,128}$/, 'must be of letters, digits, points, dashes and underscores')
const seq = z.int().min(0).nullish()
/** A field of the API of which only the default is served. */
const unsupported = z.literal([0, null], 'is not supported by this server').optional()

const optimizer = z.looseObject({ type: z.literal('adamw') }).nullish()

export const createModel = z.looseObject({
  session_id: z.string(),
  model_seq_id: z.int(),
  base_model: z.string(),
  lora_config: z.looseObject({ rank: z.int().min(0) }).nullish(),
  optimizer_config: optimizer,
})
export const ofSession = z.looseObject({ session_id: z.string() })
export const ofModel = z.looseObject({ model_id: z.string() })
export const optimStepBody = z.looseObject({
  model_id: z.string(),
  seq_id: seq,
  adam_params: z.looseObject({
    learning_rate: z.number().min(0).default(1e-4),
    beta1: z.number().min(0).lt(1).default(0.9),
    beta2: z.number().min(0).lt(1).default(0.95),
    eps: z.number().positive().default(1e-12),
    weight_decay: z.number().min(0).default(0),
    grad_clip_norm: z.number().min(0).default(0),
  }),
})
export const saveWeights = z.looseObject({ model_id: z.string(), path: name, seq_id: seq })
const loaded = z.looseObject({ path: z.string(), optimizer: z.boolean().default(true) })
export const loadWeightsBody = loaded.extend({ model_id: z.string(), seq_id: seq })
/** Without `model_id`: a model is made for the weights. */
export const modelOfWeights = loaded.extend({
  session_id: z.string(),
  model_seq_id: z.int(),
  base_model: z.string().nullish(),
  optimizer_config: optimizer,
})
export const saveForSampler = z.looseObject({
  model_id: z.string(),
  path: name.nullish(),
  sampling_session_seq_id: z.int().nullish(),
  seq_id: seq,
})
export const samplingSessionBody = z.looseObject({
  session_id: z.string(),
  sampling_session_seq_id: z.int().nullish(),
  base_model: z.string().nullish(),
  model_path: z.string().nullish(),
})
export const asample = z.looseObject({
  prompt: z.unknown(),
  num_samples: z.int().min(1).max(1024).default(1),
  sampling_params: z.looseObject({
    max_tokens: z.int().min(1).nullish(),
    seed: z.int().min(0).nullish(),
    temperature: z.number().min(0).default(1),
    top_p: z.number().gt(0).max(1).default(1),
    top_k: z.int().default(-1),
    stop: z.union([z.array(z.int()), z.array(z.string()), z.string()]).nullish(),
  }),
  sampling_session_id: z.string().nullish(),
  base_model: z.string().nullish(),
  model_path: z.string().nullish(),
  prompt_logprobs: z.boolean().nullish(),
  topk_prompt_logprobs: unsupported,
  topk_sample_logprobs: unsupported,
  target_prompt_logprobs: unsupported,
  prompt_alt_tokens_k: unsupported,
  prompt_logprobs_last_n: unsupported,
})
export const weightsInfo = z.looseObject({ tinker_path: z.string() })
export const retrieveFuture = z.looseObject({ request_id: z.union([z.string(), z.number()]).transform(String) })
