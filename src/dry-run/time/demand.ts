/** The demand of an iteration or a measurement, in the units of a pace. Pure. */
import type { ModelForecast, ModelWork } from '../counts/forecast.ts'

export interface Demand {
  /** Tokens times parameters of models that compute here: read and written in episodes. */
  readonly read: number
  readonly written: number
  /** Tokens times parameters of models that are trained, here or on a service. */
  readonly scored: number
  readonly trained: number
  /** Turns of each episode. */
  readonly turns: readonly number[]
}

/** @param turns of episodes that were tried, at least one, which stand for all `episodes`. */
export function demandOf(
  models: readonly ModelForecast[],
  workOf: (model: ModelForecast) => ModelWork,
  { turns, episodes }: { readonly turns: readonly number[]; readonly episodes: number },
): Demand {
  const sum = (key: keyof ModelWork, counts: (model: ModelForecast) => boolean): number =>
    models.reduce(
      (total, model) => total + (counts(model) ? workOf(model)[key].about * (model.size?.parameters ?? 0) : 0),
      0,
    )
  const isHere = ({ place }: ModelForecast): boolean => place === 'here'
  return {
    read: sum('read', isHere),
    written: sum('written', isHere),
    scored: sum('scored', ({ isTrained }) => isTrained),
    trained: sum('trained', ({ isTrained }) => isTrained),
    turns: Array.from({ length: Math.round(episodes) }, (_, index) => turns[index % turns.length] ?? 0),
  }
}

/** When the last of the episodes is over, in turns, if each begins once one of the slots is free. */
export function turnsInSequence(turns: readonly number[], count: number): number {
  const slots = turns.slice(0, count).sort((a, b) => a - b)
  for (const length of turns.slice(count)) {
    const end = (slots.shift() ?? 0) + length
    const place = slots.findIndex(other => other >= end)
    slots.splice(place < 0 ? slots.length : place, 0, end)
  }
  return slots.at(-1) ?? 0
}
