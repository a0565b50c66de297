import type { EngineRates } from '../../engine/doctor/rates.ts'
import { overRun } from './model-work.ts'
import type { Forecast } from '../counts/forecast.ts'

/** How long the models that are here compute in the run, about. */
export const computingSeconds = (
  forecast: Pick<Forecast, 'models' | 'iterations' | 'evaluations'>,
  { parameters, perSecond: { sample, logprobs, train } }: EngineRates,
): number =>
  forecast.models.reduce((seconds, model) => {
    if (model.place !== 'here' || model.size === null) return seconds
    const { written, scored, trained } = overRun(model, forecast)
    const own = written.about / sample + scored.about / logprobs + trained.about / train
    return seconds + (own * model.size.parameters) / parameters
  }, 0)
