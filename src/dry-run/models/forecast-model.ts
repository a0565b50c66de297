/** The expected requests to one model of a run. */
import type { RunConfig } from '../../config/config.ts'
import { policyName } from '../../rollout/rollout-requests.ts'
import type { ProposerWork, ObserverWork } from '../../methods/method-work.ts'
import type { World } from '../../contracts/worlds/world.ts'
import { atMost, exactly, noAmount, plus, times } from '../counts/amount.ts'
import type { RunCounts } from '../counts/run-counts.ts'
import type { Amount, ModelForecast, ModelSize } from '../counts/forecast.ts'
import { modelWork, noWork } from './model-work.ts'
import type { SpeakerShape, TrainedRole } from './speaker-shape.ts'
import { proposerWork } from './proposer-work.ts'
import { sizeHere, sizeOnService } from './bytes.ts'
import { contextOf, trainingOf, type Speaker, type TriedTokens } from './speakers.ts'

export function forecastPolicy(
  config: RunConfig,
  counts: RunCounts,
  speaker: Speaker,
  tried: TriedTokens,
): ModelForecast {
  const { episodes, trainedOn, measured, probed } = counts
  const shape = shapeOf(config, speaker, tried, { samples: 1, training: trainingOf(config.policy, config) })
  const playing = { ...shape, training: null }
  const iteration = modelWork(shape, episodes, trainedOn)
  return {
    model: policyName,
    ...partsOf(config, speaker, { shape, tried, atOnce: counts.atOnce }),
    iteration,
    calls: callsOf(speaker, iteration),
    evaluation: modelWork(playing, exactly(measured), noAmount),
    once: modelWork(playing, exactly(probed), noAmount),
  }
}

export function forecastObserver(
  config: RunConfig,
  { episodes, trainedOn, atOnce }: RunCounts,
  { observer, speaker }: { readonly observer: ObserverWork; readonly speaker: Speaker },
  tried: TriedTokens,
): ModelForecast {
  const { model, samples, observes, training: section, probed, soft = false } = observer
  const training = section === null ? null : trainingOf(section, config)
  const shape = shapeOf(config, speaker, tried, { samples, training })
  const played = observes ? modelWork(shape, episodes, trainedOn) : noWork
  const opposites = soft ? times(episodes, plus(tried.tokens.packed, tried.tokens.packed)) : noAmount
  const iteration = { ...played, scored: plus(played.scored, opposites) }
  return {
    model,
    ...partsOf(config, speaker, { shape, tried, atOnce }),
    iteration,
    calls: callsOf(speaker, iteration),
    evaluation: modelWork({ ...shape, training: null }, exactly(probed), noAmount),
    once: noWork,
  }
}

/** The observers of a run, each with the counts of what it observes. */
export const observersIn = (counts: RunCounts): readonly (readonly [ObserverWork, RunCounts])[] => {
  const { observer } = counts
  if (observer?.gold === undefined) return observer === null ? [] : [[observer, counts]]
  const { model, maxTokens, episodes } = observer.gold
  const ofGold = { ...counts, episodes: times(counts.groups.all, exactly(episodes)), trainedOn: noAmount }
  return [
    [observer, counts],
    [{ ...observer, model, maxTokens, training: null, probed: 0, soft: false }, ofGold],
  ]
}

/** Tasks that the proposer works on at once. */
const proposerTasks = 8

/** @param tasks of the world, at least one. */
export function forecastProposer(
  proposer: ProposerWork,
  { groups }: RunCounts,
  asked: { readonly world: World; readonly tasks: readonly unknown[]; readonly speaker: Speaker },
): ModelForecast {
  const { speaker } = asked
  const iteration = proposerWork(proposer, groups, asked)
  return {
    ...{ model: proposer.model, place: speaker.place, isTrained: false, contextTokens: contextOf(speaker) },
    ...{ iteration, evaluation: noWork, once: noWork, calls: callsOf(speaker, iteration), size: null },
    underWay: atMost(exactly(proposerTasks), speaker.stored.served?.maxConcurrent ?? Infinity),
  }
}

/** A server gets one request a sample, a service one for all of a turn. */
const callsOf = ({ place }: Speaker, { requests, samples }: ModelForecast['iteration']): Amount | null =>
  place === 'here' ? null : place === 'server' ? samples : requests

const shapeOf = (
  { engine }: Pick<RunConfig, 'engine'>,
  { place }: Speaker,
  { tokens }: TriedTokens,
  { samples, training }: { readonly samples: number; readonly training: TrainedRole | null },
): SpeakerShape => ({
  ...{ tokens, samples, training: place === 'server' ? null : training },
  ...{ branches: engine.kind !== 'tinker', lossesHere: engine.kind === 'tinker' },
})

interface Asked {
  readonly shape: SpeakerShape
  readonly tried: TriedTokens
  /** Episodes at once. */
  readonly atOnce: Amount
}

function partsOf({ engine }: Pick<RunConfig, 'engine'>, speaker: Speaker, { shape, tried, atOnce }: Asked) {
  const { place, stored } = speaker
  const { tokens, contextTokens } = tried
  const asked = times(atOnce, exactly(place === 'server' ? shape.samples : 1))
  const bound =
    place === 'server' ? stored.served?.maxConcurrent : place === 'service' ? engine.tinker.maxConcurrent : null
  const underWay = atMost(asked, bound ?? Infinity)
  /* Here a context is kept between turns; a service computes with those of the requests under way. */
  const contexts = place === 'here' ? atOnce : underWay
  return {
    ...{ place, isTrained: shape.training !== null, contextTokens, underWay },
    size: sizeOf(engine, speaker, { contexts, tokens: tokens.context }),
  }
}

function sizeOf(
  { kind, threads, replicas, tinker }: RunConfig['engine'],
  { place, stored: { config } }: Speaker,
  held: Pick<Parameters<typeof sizeHere>[1], 'contexts' | 'tokens'>,
): ModelSize | null {
  if (config === null) return null
  if (place === 'service') return sizeOnService(config, { rank: tinker.rank, ...held })
  const isOnnx = kind === 'onnx'
  return sizeHere(config, { replicas: isOnnx ? (replicas ?? threads) : 1, pages: isOnnx, ...held })
}
