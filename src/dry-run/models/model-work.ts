/** The work of a model over so many episodes. Pure. */
import { exactly, noAmount, plus, times } from '../counts/amount.ts'
import type { Amount, Forecast, ModelForecast, ModelWork } from '../counts/forecast.ts'
import type { SpeakerShape } from './speaker-shape.ts'

export const noWork: ModelWork = {
  requests: noAmount,
  samples: noAmount,
  read: noAmount,
  prompts: noAmount,
  written: noAmount,
  scored: noAmount,
  trained: noAmount,
  updates: noAmount,
}

/**
 * @param played episodes that it takes part in.
 * @param trainedOn those of them that may be trained on; groups that a filter leaves out only make it less.
 */
export function modelWork(speaker: SpeakerShape, played: Amount, trainedOn: Amount): ModelWork {
  const { tokens, samples, training } = speaker
  const requests = times(played, tokens.turns)
  return {
    requests,
    samples: times(requests, exactly(samples)),
    read: times(played, tokens.read),
    prompts: times(played, tokens.prompts),
    written: times(played, tokens.written),
    ...(training === null ? untrained : trainingWork(speaker, training, trainedOn)),
  }
}

const untrained = { scored: noAmount, trained: noAmount, updates: noAmount }

function trainingWork(
  { tokens, branches, lossesHere }: SpeakerShape,
  { minibatches, scores }: NonNullable<SpeakerShape['training']>,
  trainedOn: Amount,
) {
  const trained = times(trainedOn, branches ? tokens.packed : tokens.chains)
  const before: Readonly<Record<typeof scores, Amount>> = {
    every: trained,
    stale: { about: 0, most: trained.most },
    none: noAmount,
  }
  return {
    scored: lossesHere ? plus(before[scores], trained) : before[scores],
    trained,
    updates: exactly(minibatches),
  }
}

/** The same several times. */
export const repeated = (work: ModelWork, count: number): ModelWork => {
  const by = (each: Amount): Amount => times(each, exactly(count))
  return {
    requests: by(work.requests),
    samples: by(work.samples),
    read: by(work.read),
    prompts: by(work.prompts),
    written: by(work.written),
    scored: by(work.scored),
    trained: by(work.trained),
    updates: by(work.updates),
  }
}

const bothWork = (first: ModelWork, second: ModelWork): ModelWork => ({
  requests: plus(first.requests, second.requests),
  samples: plus(first.samples, second.samples),
  read: plus(first.read, second.read),
  prompts: plus(first.prompts, second.prompts),
  written: plus(first.written, second.written),
  scored: plus(first.scored, second.scored),
  trained: plus(first.trained, second.trained),
  updates: plus(first.updates, second.updates),
})

/** All of a run: its iterations, its measurements, and the part before. */
export const overRun = (
  { iteration, evaluation, once }: Pick<ModelForecast, 'iteration' | 'evaluation' | 'once'>,
  { iterations, evaluations }: Pick<Forecast, 'iterations' | 'evaluations'>,
): ModelWork => bothWork(bothWork(repeated(iteration, iterations), repeated(evaluation, evaluations)), once)
