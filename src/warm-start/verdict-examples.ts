/** Training examples of a reward model of steps: the expert's labels on demonstrations and on the new policy's own episodes. */
import type { Example } from '../contracts/models/device.ts'
import { classWeights } from '../math/class-weights.ts'
import { demonstrations } from './demonstrations.ts'
import { ownEpisodes, type OwnEpisode } from './own-episodes.ts'
import type { SftContext } from './sft-context.ts'
import { verdictExamplesOf, type LabelledEpisode } from './warm-start-examples.ts'

/** The examples of one batch, from 0. */
export async function verdictExamples(sft: SftContext, batch: number): Promise<readonly Example[]> {
  const recipe = sft.recipe.rewardModel
  const own = Math.round(recipe.episodes * recipe.ownEpisodes)
  const episodes: readonly LabelledEpisode[] = [
    ...demonstrations(sft, 'judge', recipe, batch, recipe.episodes - own),
    ...(await ownEpisodes(sft, { use: 'warm start', tasks: 'own', batch, count: own })).map(labelled),
  ]
  const weightOf = balance(episodes)
  const { view } = sft.config.rewardModel
  return episodes.flatMap(each => verdictExamplesOf(sft.renderer, each, { view, weightOf }))
}

/** Weights that make good and bad steps of the batch count alike, with mean 1. */
function balance(episodes: readonly LabelledEpisode[]): (good: boolean) => number {
  const labels = episodes.flatMap(({ steps }) => steps.map(({ label }) => label.good))
  const good = labels.filter(each => each).length
  const [ofGood, ofBad] = classWeights(good, labels.length - good)
  return isGood => (isGood ? ofGood : ofBad)
}

/** The steps that have a label: all of them, where there is an expert. */
const labelled = ({ episode: { opening, steps } }: OwnEpisode): LabelledEpisode => ({
  opening,
  steps: steps.flatMap(({ label, ...step }) => (label === null ? [] : [{ ...step, label }])),
})
