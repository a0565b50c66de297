/**
 * Makes starter models by cross-entropy: the policy from episodes of an expert that slips, so that it is imperfect on
 * purpose; the reward model from right answers, by its kind.
 */
import { join } from 'node:path'
import type { Observable } from 'rxjs'
import type { Example } from '../contracts/models/device.ts'
import { newFolder } from '../files/new-folder.ts'
import type { World } from '../contracts/worlds/world.ts'
import { loadWorld } from '../rollout/load-world.ts'
import { derive, rootKey } from '../math/random.ts'
import { saveModel } from '../model/checkpoint.ts'
import { fromWork } from '../streams/from-work.ts'
import { loadPreset } from '../config/preset.ts'
import { laidOver } from '../config/tree.ts'
import { environmentSource } from '../config/environment-source.ts'
import { heldOutTasks, measureSuccess } from '../rollout/evaluation.ts'
import { rewardModelKindOf } from '../reward/kinds/choose.ts'
import type { RewardModelKind } from '../reward/reward-model-kind.ts'
import { evaluateRewardModel, recordRewardModelEvaluation } from '../methods/rlanything/reward-model-evaluation.ts'
import type { WarmStartEvent, WarmStartOptions } from './events.ts'
import { policyAsAll, policyName } from '../rollout/rollout-requests.ts'
import type { ActorContext, RunActor } from '../rollout/run-actor.ts'
import { observerActor } from '../reward/kinds/observer-actor.ts'
import { rewardModelName } from '../reward/requests-with-votes.ts'
import { rlanythingConfig } from '../methods/rlanything/settings.ts'
import { demonstrations } from './demonstrations.ts'
import type { Demonstrator, SftContext } from './sft-context.ts'
import { firstModels, newModels } from './first-models.ts'
import { reviewExamples } from './review-examples.ts'
import { sftExamples } from './sft-examples.ts'
import { policyExamples } from './warm-start-examples.ts'
import { parseWarmStartRecipe, phaseRate, type PhaseRecipe } from '../config/warm-start-recipe.ts'
import { untilAborted } from '../runtime/waiting/until-aborted.ts'
import { loadRenderers } from '../model/renderers/load-renderers.ts'
import { speechOf } from '../run/actors/speech.ts'
import { openActors } from '../run/actors/open-actors.ts'
import { untilDone } from '../run/actors/until-done.ts'

/** The models that are made, by their names on the engine. */
const modelNames = { policy: policyName, rewardModel: rewardModelName } as const
type Starter = keyof typeof modelNames

type Emit = (event: WarmStartEvent) => void

/** @see Training.warmStart */
export const makeStarters = (options: WarmStartOptions): Observable<WarmStartEvent> =>
  fromWork((emit, unsubscribed) => run(options, emit, unsubscribed))

async function run(
  { config: given, out, preset: name = null, recipe: changes = {}, random, signal }: WarmStartOptions,
  emit: Emit,
  unsubscribed: AbortSignal,
): Promise<void> {
  const config = rlanythingConfig(given)
  const preset = await loadPreset(config.environment.name, name)
  const recipe = parseWarmStartRecipe(laidOver(preset.recipe, changes))
  await newFolder(out)
  const root = derive(rootKey(config.seed), 'warm start')
  const world = await loadWorld(environmentSource(config.environment))
  const folders = { policy: join(out, 'policy'), rewardModel: join(out, 'reward-model') }
  if (random ?? (world.simulator === undefined && recipe.base === null)) {
    const { tokenizer, policy, rewardModel } = newModels(world, recipe, root)
    await saveModel(folders.policy, policy, { tokenizer })
    await saveModel(folders.rewardModel, rewardModel, { tokenizer })
    emit({ kind: 'saved', ...folders, random: true })
    return
  }
  const demonstrator = demonstratorOf(world)
  const stored = await firstModels(world, recipe, root)
  const renderer = loadRenderers(await speechOf(stored, environmentSource(config.environment), config.policy.date))(
    policyName,
  )
  const additional = (run: ActorContext): readonly RunActor[] => [observerActor(run)]
  await untilDone(
    await openActors({ config, stored, additional, tell: emit, unsubscribed, signal }),
    async runActors => {
      const sft: SftContext = {
        runActors,
        world,
        demonstrator,
        config,
        renderer,
        recipe,
        root,
        emit,
        ...(signal === undefined ? {} : { signal }),
      }
      const rewardModelKind = rewardModelKindOf(world)
      const lessons = (batch: number): Promise<readonly Example[]> => sftExamples[rewardModelKind.name](sft, batch)
      const save = (which: Starter): Promise<void> =>
        runActors.model(modelNames[which]).save(folders[which], { optimiser: false })
      await trainPolicyBySft(sft)
      if (recipe.shared) await trainSharedBySft(sft, lessons)
      await save('policy')
      if (recipe.shared || recipe.rewardModel.fromPolicy)
        await runActors.model(rewardModelName).load({ kind: 'folder', path: folders.policy })
      if (!recipe.shared) await runSft(sft, 'rewardModel', recipe.rewardModel, lessons)
      await save('rewardModel')
      emit({ kind: 'saved', ...folders, random: false })
      await untilAborted(signal, runActors.fail, () => measure(sft, rewardModelKind))
    },
  )
}

async function trainPolicyBySft(sft: SftContext): Promise<void> {
  const recipe = sft.recipe.policy
  await runSft(sft, 'policy', recipe, async batch => [
    ...examplesOfPolicy(sft, batch),
    ...(await reviewExamples(sft, batch)),
  ])
}

/** The policy learns to verify as well, amid further demonstrations, lest it forgets how to act. */
async function trainSharedBySft(
  sft: SftContext,
  lessons: (batch: number) => Promise<readonly Example[]>,
): Promise<void> {
  const { recipe } = sft
  const both = async (batch: number) => [
    ...(await lessons(batch)),
    ...examplesOfPolicy(sft, recipe.policy.batches + batch),
  ]
  await runSft(sft, 'rewardModel', recipe.rewardModel, both, 'policy')
}

const examplesOfPolicy = (sft: SftContext, batch: number): readonly Example[] => {
  const recipe = sft.recipe.policy
  const played = demonstrations(sft, 'policy', recipe, batch, recipe.episodes)
  return played.flatMap(each => policyExamples(sft.renderer, each))
}

/**
 * One pass over fresh batches.
 *
 * @param trained the model, if it is another than that which the examples are for.
 */
async function runSft(
  { runActors, emit, signal }: SftContext,
  which: Starter,
  recipe: PhaseRecipe,
  examplesOf: (batch: number) => Promise<readonly Example[]>,
  trained: Starter = which,
): Promise<void> {
  const model = runActors.model(modelNames[trained])
  for (let batch = 0; batch < recipe.batches; batch += 1) {
    signal?.throwIfAborted()
    const examples = await examplesOf(batch)
    const sums = await model.forwardBackward(examples, { kind: 'cross-entropy' })
    const learningRate = phaseRate(recipe, batch, recipe.batches)
    await model.optimStep({ learningRate, clipNorm: 1 })
    emit({
      kind: 'progress',
      model: which === 'policy' ? 'policy' : 'reward-model',
      done: batch + 1,
      total: recipe.batches,
      loss: sums.weight > 0 ? sums.loss / sums.weight : null,
    })
  }
}

async function measure(
  { runActors, world, demonstrator, config, emit }: SftContext,
  rewardModelKind: RewardModelKind,
): Promise<void> {
  const { client, rollouts } = runActors
  const context = { client, rollouts, config, root: rootKey(config.seed), rewardModelKind }
  const { tasks, temperatures, probeTasks } = config.evaluation
  const unseen = heldOutTasks(world, 'unseen', tasks)
  const players = policyAsAll(world)
  const evaluations = await measureSuccess(rollouts, config, { split: 'unseen', tasks: unseen, temperatures, players })
  /* Recorded episodes are replayed by one script: of several agents there is no measurement of the reward model. */
  const probed = demonstrator.simulator.turns === undefined ? unseen.slice(0, probeTasks) : []
  const probe = await recordRewardModelEvaluation(context, probed)
  const { measures } = await evaluateRewardModel(context, probe)
  emit({ kind: 'measured', evaluations, measures, described: context.rewardModelKind.measures })
}

/** @throws {RangeError} naming the part that the world lacks. */
function demonstratorOf({ name, generate, simulator, language }: World): Demonstrator {
  if (generate !== undefined && simulator !== undefined && language !== undefined)
    return { generate, simulator, language }
  const missing = Object.entries({ generate, simulator, language }).flatMap(([part, has]) =>
    has === undefined ? [part] : [],
  )
  throw new RangeError(`a warm start demonstrates tasks, and ${name} has no ${missing.join(' and no ')}`)
}
