/** Training examples of a judge of steps: the oracle's labels on demonstrations and on the new policy's own episodes. */
import type { Example } from '../contracts/device.ts'
import type { Episode } from '../contracts/episode.ts'
import { classWeights } from '../math/class-weights.ts'
import { derive, randomFrom } from '../math/random.ts'
import { policyRequest } from '../rollout/rollout-requests.ts'
import { demonstrations } from './demonstrations.ts'
import type { SftContext } from './sft-context.ts'
import { judgeExample, type LabelledEpisode } from './warm-start-examples.ts'

/** The examples of one batch, from 0. */
export async function verdictExamples(sft: SftContext, batch: number): Promise<readonly Example[]> {
  const recipe = sft.recipe.rewardModel
  const own = Math.round(recipe.episodes * recipe.ownEpisodes)
  const episodes: readonly LabelledEpisode[] = [
    ...demonstrations(sft, 'judge', recipe, batch, recipe.episodes - own),
    ...(await ownEpisodes(sft, batch, own)),
  ]
  const weightOf = balance(episodes)
  return episodes.map(each => judgeExample(sft.tokenizer, each, weightOf))
}

/** Episodes of the policy as it now is, on fresh training tasks. */
async function ownEpisodes(
  { runActors, demonstrator, config, root }: SftContext,
  batch: number,
  count: number,
): Promise<LabelledEpisode[]> {
  const requests = Array.from({ length: count }, (_, slot) => {
    const key = { use: 'warm start', iteration: batch, slot, episode: 0 }
    const task = demonstrator.generate('train', randomFrom(derive(root, 'own', batch, slot)))
    return policyRequest({ config, root }, key, task)
  })
  const { rollouts } = await runActors.rollouts.play(requests)
  return requests.flatMap(({ id }) => {
    const episode = rollouts.get(id)?.episode
    return episode === undefined ? [] : [labelled(episode)]
  })
}

/** Weights that make good and bad steps of the batch count alike, with mean 1. */
function balance(episodes: readonly LabelledEpisode[]): (good: boolean) => number {
  const labels = episodes.flatMap(({ steps }) => steps.map(({ label }) => label.good))
  const good = labels.filter(each => each).length
  const [ofGood, ofBad] = classWeights(good, labels.length - good)
  return isGood => (isGood ? ofGood : ofBad)
}

/** The steps that have a label: all of them, where there is an oracle. */
const labelled = ({ opening, steps }: Episode): LabelledEpisode => ({
  opening,
  steps: steps.flatMap(({ label, ...step }) => (label === null ? [] : [{ ...step, label }])),
})
