import type { Command } from 'commander'
import { loraTargets, type LoraConfig } from '../../contracts/models/model-config.ts'
import type { CliContext } from '../terminal/context.ts'
import { wholeNumber } from '../options/whole-number.ts'
import { requireLeftOut } from '../options/left-out.ts'

interface Flags {
  readonly adapter?: number
  readonly alpha?: number
  readonly targets?: string
  readonly seed?: number
  readonly merge?: boolean
}

/** @throws {RangeError} on a layer that cannot have an adapter. */
async function loraOf(rank: number, { alpha = 2 * rank, targets }: Flags): Promise<LoraConfig> {
  const { parseLora } = await import('../../model/lora/lora-config.ts')
  return parseLora({ r: rank, lora_alpha: alpha, target_modules: targets?.split(',') ?? loraTargets })
}

/** `convert FROM TO`: a model from a GGUF file to a folder of Hugging Face's, or the other way, with a fresh adapter if wanted. */
export function convertCommand(parent: Command, { terminal }: CliContext): void {
  parent
    .command('convert')
    .description("copy a model as another form: a folder of Hugging Face's, or a GGUF file as llama.cpp reads it")
    .argument('<from>', 'folder of a model, e.g. RUN/checkpoints/step-000060/policy, or a file that ends in .gguf')
    .argument('<to>', 'file that ends in .gguf, or new folder')
    .option(
      '--adapter <rank>',
      'a fresh LoRA adapter of this rank, which then alone is trained',
      wholeNumber('--adapter', 1),
    )
    .option(
      '--alpha <n>',
      'what the adapter adds is multiplied by alpha / rank (default: twice the rank)',
      wholeNumber('--alpha', 1),
    )
    .option('--targets <names>', `linear layers that have an adapter (default: ${loraTargets.join()})`)
    .option('--seed <n>', 'seed of the adapter (default: 0)', wholeNumber('--seed', 0))
    .option('--merge', 'make an adapter part of the weights; in a GGUF file it always becomes that')
    .action(async (from: string, to: string, flags: Flags) => {
      const { adapter: rank, merge = false, seed = 0 } = flags
      if (rank === undefined)
        requireLeftOut('without --adapter', {
          '--alpha': flags.alpha,
          '--targets': flags.targets,
          '--seed': flags.seed,
        })
      const { convertModel } = await import('../../model/gguf/convert-model.ts')
      const { parameterCount, trainedShapes } = await import('../../model/tensors/tensors.ts')
      const adapter = rank === undefined ? {} : { adapter: { lora: await loraOf(rank, flags), seed } }
      const { state } = await convertModel(from, to, { merge, ...adapter })
      const { model_type: type = 'qwen2' } = state.config
      const [all, trained] = [parameterCount(state.config), parameterCount(state.config, trainedShapes)]
      terminal.print(`${to}: ${type}, ${all} parameters${trained < all ? `, ${trained} of them trained` : ''}`)
    })
}
