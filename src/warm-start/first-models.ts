/** The models of a warm start before they have learnt anything. */
import type { ModelState } from '../contracts/models/device.ts'
import type { WarmStartRecipe } from '../config/warm-start-recipe.ts'
import type { World } from '../contracts/worlds/world.ts'
import { derive, type Key } from '../math/random.ts'
import { parseModelConfig } from '../model/config.ts'
import { memoryReference } from '../model/reference.ts'
import { initialise } from '../model/tensors/initialise.ts'
import { loadTokenizer } from '../model/tokenizer/load-tokenizer.ts'
import { buildTokenizerJson } from '../model/tokenizer/tokenizer-json.ts'
import { verdicts } from '../reward/verdicts/verdict-text.ts'
import { rewardModelName } from '../reward/requests-with-votes.ts'
import { policyName } from '../rollout/rollout-requests.ts'
import { loadStored, type StoredModel, type StoredModels } from '../run/actors/stored-model.ts'

/** @throws {RangeError} as `newModels`; if the base of the recipe is no folder of a model. */
export async function firstModels(world: World, recipe: WarmStartRecipe, root: Key): Promise<StoredModels> {
  if (recipe.base !== null) {
    const base = await loadStored(recipe.base)
    return { [policyName]: base, [rewardModelName]: base }
  }
  const { tokenizer, policy, rewardModel } = newModels(world, recipe, root)
  const stored = (state: ModelState): StoredModel => ({
    reference: memoryReference(state),
    config: state.config,
    tokenizer,
  })
  return { [policyName]: stored(policy), [rewardModelName]: stored(rewardModel) }
}

interface NewModels {
  /** Of both: the text of a tokenizer.json. */
  readonly tokenizer: string
  readonly policy: ModelState
  readonly rewardModel: ModelState
}

/** Models of random weights. @throws {RangeError} if the world has no words, or its recipe no possible shape. */
export function newModels({ name, language }: World, { model, initStd }: WarmStartRecipe, root: Key): NewModels {
  if (language === undefined)
    throw new RangeError(`${name} has no language, by whose words its models would read and write`)
  const tokenizer = buildTokenizerJson(language, Object.values(verdicts))
  const shape = parseModelConfig({ ...model, vocab_size: loadTokenizer(tokenizer).size })
  const initial = (who: string): ModelState => initialise(shape, derive(root, who), initStd)
  return { tokenizer, policy: initial('policy'), rewardModel: initial('reward model') }
}
