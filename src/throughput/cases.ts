/** The measurements of a benchmark: every model with every number of threads and worlds. */
import { languageSubject } from './language/subject.ts'
import type { ModelKind } from './measure/models.ts'
import type { ThroughputOptions } from './measure/options.ts'
import type { Place, Subject } from './measure/subject.ts'
import { trainingPlaces } from './training/config.ts'
import { trainingSubject } from './training/subject.ts'
import { fittingModels, worldsSubject } from './worlds/subject.ts'

export interface Case extends Place {
  readonly model: ModelKind
}

export async function casesOf(options: ThroughputOptions): Promise<readonly Case[]> {
  const cases = (await fittingModels(options)).map(async model =>
    (await placesOf(model, options)).map(place => ({ model, ...place })),
  )
  return (await Promise.all(cases)).flat()
}

async function placesOf(model: ModelKind, options: ThroughputOptions): Promise<readonly Place[]> {
  if (model === 'train') return trainingPlaces(options)
  return options.threads.flatMap(threads => options.worlds.map(worlds => ({ threads, worlds })))
}

/** @param profile folder for a profile of each actor; `null` for none. */
export function openCase(
  { model, ...place }: Case,
  options: ThroughputOptions,
  profile: string | null,
): Promise<Subject> {
  switch (model) {
    case 'none':
    case 'mlp':
      return worldsSubject(model, place, options, profile)
    case 'lm':
      return languageSubject(place, options, profile)
    case 'train':
      return trainingSubject(place, options)
  }
}
