/**
 * Makes starter models by cross-entropy: the policy from episodes of an expert that slips, so that it is
 * imperfect on purpose; the reward model from what it should have written, by the way in which it judges.
 */
import { join } from 'node:path'
import type { Observable } from 'rxjs'
import { addresses } from '../../contracts/addresses.ts'
import type { Example } from '../../contracts/device.ts'
import { newFolder } from '../../files/new-folder.ts'
import { verdicts } from '../../reward/verdicts/verdict-text.ts'
import { loadEnvironment } from '../../rollout/load-environment.ts'
import { derive, rootKey } from '../../math/random.ts'
import { saveModel } from '../../model/checkpoint.ts'
import { parseModelConfig } from '../../model/config.ts'
import { initialise } from '../../model/initialise.ts'
import { buildTokenizerJson } from '../../model/tokenizer/tokenizer-json.ts'
import { loadTokenizer } from '../../model/tokenizer/load-tokenizer.ts'
import { fromWork } from '../../streams/from-work.ts'
import { loadPreset } from '../../config/preset.ts'
import { laidOver } from '../../config/tree.ts'
import { environmentSource } from '../../run/setup/environment-source.ts'
import { heldOutTasks, measureSuccess } from '../../rollout/evaluation.ts'
import { wayOfJudging } from '../../reward/choose.ts'
import type { WayOfJudging } from '../../reward/reward-model-kind.ts'
import { measureJudge, recordProbe } from '../rlanything/judge-evaluation.ts'
import type { WarmStartEvent, WarmStartOptions } from '../../contracts/events.ts'
import { models } from '../../rollout/rollout-requests.ts'
import { adam } from '../../learning/train-model.ts'
import { demonstrations } from './demonstrations.ts'
import type { Studio } from './sft-context.ts'
import { policyExample } from './warm-start-examples.ts'
import { parseWarmStartRecipe, phaseRate, type PhaseRecipe } from './warm-start-recipe.ts'
import { untilAborted } from '../../run/loop/until-aborted.ts'
import { withCast } from '../../run/actors/with-actors.ts'

type Emit = (event: WarmStartEvent) => void

/** @see Training.warmStart */
export const warmStart = (options: WarmStartOptions): Observable<WarmStartEvent> =>
  fromWork((emit, unsubscribed) => run(options, emit, unsubscribed))

async function run(
  { config, out, recipe: given = {}, signal }: WarmStartOptions,
  emit: Emit,
  unsubscribed: AbortSignal,
): Promise<void> {
  const preset = await loadPreset(config.environment.name)
  const recipe = parseWarmStartRecipe(laidOver(preset.recipe, given))
  await newFolder(out)
  const root = derive(rootKey(config.seed), 'warm start')
  const { language } = await loadEnvironment(environmentSource(config.environment))
  const json = buildTokenizerJson(language, Object.values(verdicts))
  const tokenizer = loadTokenizer(json)
  const { model, spread } = recipe
  const shape = parseModelConfig({ ...model, vocab_size: tokenizer.size })
  const fresh = (who: string) => ({
    state: initialise(shape, derive(root, who), spread),
    tokenizer: json,
  })
  const stored = { policy: fresh('policy'), rewardModel: fresh('reward model') }
  await withCast({ config, stored, tell: emit, unsubscribed }, async (cast, world) => {
    const studio: Studio = {
      cast,
      world,
      config,
      tokenizer,
      recipe,
      root,
      emit,
      ...(signal === undefined ? {} : { signal }),
    }
    await teachPolicy(studio)
    const judging = wayOfJudging(world)
    await teach(studio, 'rewardModel', recipe.rewardModel, batch => judging.lessons(studio, batch))
    await untilAborted(signal, cast.fail, () => measure(studio, judging))
    const folders = { policy: join(out, 'policy'), rewardModel: join(out, 'reward-model') }
    for (const which of ['policy', 'rewardModel'] as const) {
      const { state } = await cast.client.call({ kind: 'save', to: addresses.gpu, model: models[which] })
      await saveModel(folders[which], { config: state.config, weights: state.weights }, { tokenizer: json })
    }
    emit({ kind: 'saved', ...folders })
  })
}

async function teachPolicy(studio: Studio): Promise<void> {
  const recipe = studio.recipe.policy
  await teach(studio, 'policy', recipe, batch =>
    Promise.resolve(
      demonstrations(studio, 'policy', recipe, batch, recipe.episodes).map(each =>
        policyExample(studio.tokenizer, each),
      ),
    ),
  )
}

/** One pass over fresh batches. */
async function teach(
  { cast, emit, signal }: Studio,
  which: keyof typeof models,
  recipe: PhaseRecipe,
  examplesOf: (batch: number) => Promise<readonly Example[]>,
): Promise<void> {
  const to = addresses.gpu
  const model = models[which]
  for (let batch = 0; batch < recipe.batches; batch += 1) {
    signal?.throwIfAborted()
    const examples = await examplesOf(batch)
    const { sums } = await cast.client.call({
      kind: 'accumulate',
      to,
      model,
      examples,
      objective: { kind: 'cross-entropy' },
    })
    const learningRate = phaseRate(recipe, batch, recipe.batches)
    await cast.client.call({ kind: 'update', to, model, options: { ...adam, learningRate, clipNorm: 1 } })
    emit({
      kind: 'progress',
      model: which === 'policy' ? 'policy' : 'reward-model',
      done: batch + 1,
      total: recipe.batches,
      loss: sums.weight > 0 ? sums.loss / sums.weight : null,
    })
  }
}

async function measure({ cast, world, config, emit }: Studio, judging: WayOfJudging): Promise<void> {
  const bench = { cast, config, judging }
  const { tasks, temperatures, probeTasks } = config.evaluation
  const unseen = heldOutTasks(world, 'unseen', tasks)
  const evaluations = await measureSuccess(cast.rollouts, config, { split: 'unseen', tasks: unseen, temperatures })
  const probe = await recordProbe(bench, unseen.slice(0, probeTasks))
  emit({ kind: 'measured', evaluations, judge: await measureJudge(bench, probe) })
}
