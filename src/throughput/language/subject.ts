/** A world in text, played by a language model or by an actor of a user's own. */
import { openDevice } from '../../engine/open-device.ts'
import { loadWithFunctions } from '../../rollout/load-world.ts'
import { resolveModel, memoryReference } from '../../model/reference.ts'
import { loadTokenizer } from '../../model/tokenizer/load-tokenizer.ts'
import { now } from '../../runtime/waiting/clock.ts'
import { sharedDefaults } from '../../config/config.ts'
import { deviceOptions } from '../../run/actors/device-options.ts'
import { environmentSource, starterWith } from '../../config/environment-source.ts'
import { heldOutTasks } from '../../rollout/evaluation.ts'
import { policyName } from '../../rollout/rollout-requests.ts'
import { moduleFile } from '../../user-code/module-file.ts'
import { between, throughout } from '../measure/between.ts'
import { languageCeiling } from './ceiling.ts'
import type { LanguageLoad } from './load.ts'
import { languageRates, startLanguage, workRates } from './run.ts'
import type { ThroughputOptions } from '../measure/options.ts'
import type { Place, Subject } from '../measure/subject.ts'
import { loadPreset } from '../../config/preset.ts'
import { parseWarmStartRecipe } from '../../config/warm-start-recipe.ts'
import type { World } from '../../contracts/worlds/world.ts'
import { derive, rootKey } from '../../math/random.ts'
import { parseModelConfig } from '../../model/config.ts'
import { initialise } from '../../model/tensors/initialise.ts'
import { buildTokenizerJson } from '../../model/tokenizer/tokenizer-json.ts'
import { loadStored, type StoredModel } from '../../run/actors/stored-model.ts'

/** Tasks that are played in turn. */
const taskCount = 256

export async function languageSubject(
  { threads, worlds }: Place,
  options: ThroughputOptions,
  profile: string | null,
): Promise<Subject> {
  const { seconds, episodes, seed, maxBatch, link } = options
  const name = options.environment.name ?? sharedDefaults().environment.name
  const engine = deviceOptions(options.engine)
  const environment = environmentSource({ name, options: options.environment.options })
  const { world, functions } = await loadWithFunctions(environment)
  const tasks = heldOutTasks(world, 'seen', taskCount)
  if (tasks.length === 0) throw new RangeError(`environment.name must be a world that makes tasks, got ${world.name}`)
  if (options.actor !== null && episodes === null)
    throw new RangeError('episodes must be given where an actor plays a world in text, got null')
  const actor = options.actor === null ? null : moduleFile('actor', options.actor)
  const policy = await policyFor(name, world, options)
  const { temperature, topP, maxTokens } = sharedDefaults().policy
  const load: LanguageLoad = { tasks, sampling: { model: policyName, temperature, topP, maxTokens }, seed }
  const device = await openDevice(engine)
  await device.load(load.sampling.model, await resolveModel(policy.reference))
  const tokenizer = loadTokenizer(policy.tokenizer)
  const all = threads * worlds
  return {
    world: world.name,
    maxRows: Math.min(maxBatch, all),
    ceiling: async () => {
      if (actor !== null || functions === null) return null
      return languageCeiling({ device, tokenizer, world: functions, load, worlds: all, seconds, now })
    },
    measure: async signal => {
      const run = await startLanguage({
        environment,
        policy,
        actor,
        threads,
        worlds,
        engine,
        maxBatch,
        link,
        profile,
        load,
        episodes,
      })
      if (episodes !== null) return throughout(run, workRates, signal)
      run.begin()
      return between(run, languageRates, { seconds, signal })
    },
    close: () => device.close(),
  }
}

/**
 * The model that is asked for, or the shipped starter of the world, or else random weights for its language.
 *
 * @param environment as in `environment.name`.
 * @throws {RangeError} if its folder is wrong or it has a chat template, or there is none and the world has no language.
 */
async function policyFor(
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
