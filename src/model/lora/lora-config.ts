import { z } from 'zod'
import { loraTargets, type LoraConfig } from '../../contracts/models/model-config.ts'
import { parsed } from '../../text/parsed.ts'

const form = z.object({
  r: z.int().min(1),
  lora_alpha: z.number().positive(),
  target_modules: z.array(z.enum(loraTargets)).min(1),
})

/** PEFT's settings that would change the result, with the one value that is supported. */
const supported = z.looseObject({
  peft_type: z.literal('LORA').optional(),
  bias: z.literal('none').optional(),
  use_dora: z.literal(false).optional(),
  use_rslora: z.literal(false).optional(),
  fan_in_fan_out: z.literal(false).optional(),
  rank_pattern: z.object({}).strict().optional(),
  alpha_pattern: z.object({}).strict().optional(),
  modules_to_save: z.null().optional(),
  layers_to_transform: z.null().optional(),
  lora_bias: z.literal(false).optional(),
})

/**
 * Checks the settings of an adapter: PEFT's adapter_config.json, or the fields of `LoraConfig` alone.
 *
 * @throws {RangeError} naming the first wrong field.
 */
export function parseLora(value: unknown): LoraConfig {
  const { r, lora_alpha, target_modules } = parsed('adapter', form.and(supported), value)
  return { r, lora_alpha, target_modules: loraTargets.filter(target => target_modules.includes(target)) }
}
