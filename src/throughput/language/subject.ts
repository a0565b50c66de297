/** A world in text, played by the language model that comes with it. */
import { openDevice } from '../../engine/open-device.ts'
import { fromPure } from '../../rollout/from-pure.ts'
import { loadEnvironment } from '../../rollout/load-environment.ts'
import { resolveModel } from '../../model/reference.ts'
import { loadTokenizer } from '../../model/tokenizer/load-tokenizer.ts'
import { now } from '../../runtime/waiting/clock.ts'
import { sharedDefaults } from '../../config/config.ts'
import { deviceOptions } from '../../run/actors/device-options.ts'
import { environmentSource, shippedStarter } from '../../config/environment-source.ts'
import { loadStored } from '../../run/actors/stored-model.ts'
import { heldOutTasks } from '../../rollout/evaluation.ts'
import { policyName } from '../../rollout/rollout-requests.ts'
import { between, throughout } from '../measure/between.ts'
import { languageCeiling } from './ceiling.ts'
import type { LanguageLoad } from './load.ts'
import { languageRates, startLanguage } from './run.ts'
import type { ThroughputOptions } from '../measure/options.ts'
import type { Place, Subject } from '../measure/subject.ts'

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
  const world = await loadEnvironment(environment)
  const policy = await loadStored(shippedStarter(name, 'policy'))
  const { temperature, topP, maxTokens } = sharedDefaults().policy
  const load: LanguageLoad = {
    tasks: heldOutTasks(fromPure(world), 'seen', taskCount),
    sampling: { model: policyName, temperature, topP, maxTokens },
    seed,
  }
  const device = await openDevice(engine)
  await device.load(load.sampling.model, await resolveModel(policy.reference))
  const tokenizer = loadTokenizer(policy.tokenizer)
  const all = threads * worlds
  return {
    world: world.name,
    maxRows: Math.min(maxBatch, all),
    ceiling: () => languageCeiling({ device, tokenizer, world, load, worlds: all, seconds, now }),
    measure: async signal => {
      const run = await startLanguage({
        environment,
        policy,
        threads,
        worlds,
        engine,
        maxBatch,
        link,
        profile,
        load,
        episodes,
      })
      if (episodes !== null) return throughout(run, languageRates, signal)
      run.begin()
      return between(run, languageRates, { seconds, signal })
    },
    close: () => device.close(),
  }
}
