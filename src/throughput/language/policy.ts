import { starterWith } from '../../config/environment-source.ts'
import { loadPreset } from '../../config/preset.ts'
import { parseWarmStartRecipe } from '../../config/warm-start-recipe.ts'
import type { World } from '../../contracts/worlds/world.ts'
import { derive, rootKey } from '../../math/random.ts'
import { parseModelConfig } from '../../model/config.ts'
import { memoryReference } from '../../model/reference.ts'
import { initialise } from '../../model/tensors/initialise.ts'
import { loadTokenizer } from '../../model/tokenizer/load-tokenizer.ts'
import { buildTokenizerJson } from '../../model/tokenizer/tokenizer-json.ts'
import { loadStored, type StoredModel } from '../../run/actors/stored-model.ts'
import type { ThroughputOptions } from '../measure/options.ts'

/**
 * The model that is asked for, or the shipped starter of the world, or else random weights for its language.
 *
 * @param environment as in `environment.name`.
 * @throws {RangeError} if its folder is wrong or it has a chat template, or there is none and the world has no language.
 */
export async function policyFor(
  environment: string,
  { name, language }: Pick<World, 'name' | 'language'>,
  { policy, seed }: Pick<ThroughputOptions, 'policy' | 'seed'>,
): Promise<StoredModel> {
  const folder = policy ?? starterWith(environment, 'policy')
  if (folder !== null) {
    const stored = await loadStored(folder)
    if (stored.chat === undefined) return stored
    throw new RangeError(`policy must be a model without a chat template, as warm-start makes them, got ${folder}`)
  }
  if (language === undefined) throw new RangeError(`policy must be given: ${name} has no language for a random model`)
  const tokenizer = buildTokenizerJson(language)
  const { model, initStd } = parseWarmStartRecipe((await loadPreset(environment)).recipe)
  const config = parseModelConfig({ ...model, vocab_size: loadTokenizer(tokenizer).size })
  return { reference: memoryReference(initialise(config, derive(rootKey(seed), 'policy'), initStd)), config, tokenizer }
}
