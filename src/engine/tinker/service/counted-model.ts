import type { ServiceCounter } from '../../queue/service-counter.ts'
import type { Datum } from '../wire/types.ts'
import type { TrainingModel } from './training-model.ts'

/** The same model, counting answered tokens; services of this API return no counts, but all tokens pass here. */
export const countedModel = (model: TrainingModel, counter: ServiceCounter): TrainingModel => ({
  ...model,
  forward: async data => {
    const outputs = await model.forward(data)
    counter.passed('forward', tokensIn(data))
    return outputs
  },
  train: async (data, loss, adam) => {
    const metrics = await model.train(data, loss, adam)
    counter.passed('trained', tokensIn(data))
    return metrics
  },
  openSampler: async () => {
    const sampler = await model.openSampler()
    return {
      sample: async (prompt, count, params) => {
        const output = await sampler.sample(prompt, count, params)
        const completionTokens = output.sequences.reduce((sum, { tokens }) => sum + tokens.length, 0)
        counter.answered({ promptTokens: prompt.length, completionTokens, cachedTokens: null })
        return output
      },
    }
  },
})

const tokensIn = (data: readonly Datum[]): number => data.reduce((sum, { tokens }) => sum + tokens.length, 0)
