/** Measures the steps of worlds a second of the whole runtime, beside the limit of the engine alone. */
import type { Observable } from 'rxjs'
import { processorLoad } from '../runtime/processor-load.ts'
import { fromWork } from '../streams/from-work.ts'
import type { BenchOptions } from './measure/events.ts'
import type { ThroughputEvent } from './measure/events.ts'
import { languageSubject } from './language/subject.ts'
import { machineNow } from './measure/machine.ts'
import { parseThroughputOptions, type ModelKind, type ThroughputOptions } from './measure/options.ts'
import type { Measurement } from './measure/rates.ts'
import { throughputRow } from './measure/row.ts'
import type { Place, Subject } from './measure/subject.ts'
import { trainingPlaces } from './training/config.ts'
import { trainingSubject } from './training/subject.ts'
import { fittingModels, worldsSubject } from './worlds/subject.ts'

/** Measures every model with every number of threads and worlds, one after another; a row each. */
export const benchThroughput = ({ options: given, signal }: BenchOptions): Observable<ThroughputEvent> =>
  fromWork(async (emit, unsubscribed) => {
    const options = parseThroughputOptions(given)
    const stop = signal === undefined ? unsubscribed : AbortSignal.any([signal, unsubscribed])
    const cases = (await fittingModels(options)).map(async model =>
      (await placesOf(model, options)).map(place => ({ model, ...place })),
    )
    const places = (await Promise.all(cases)).flat()
    const machine = await machineNow()
    const total = places.length * options.rounds
    for (const [index, place] of places.entries()) {
      const { model, threads, worlds } = place
      const subject = await open(model, place, options)
      try {
        const rounds: Measurement[] = []
        while (rounds.length < options.rounds) {
          stop.throwIfAborted()
          const done = index * options.rounds + rounds.length
          emit({ kind: 'progress', done, total, label: `${model}, ${threads} × ${worlds} worlds` })
          const ceiling = await subject.ceiling()
          stop.throwIfAborted()
          rounds.push({ ...(await subject.measure(stop)), ceiling })
        }
        const { world, maxRows } = subject
        const loadAfter = processorLoad().load
        emit({
          kind: 'row',
          row: throughputRow({ ...place, world, machine, loadAfter, options }, rounds, maxRows),
        })
      } finally {
        await subject.close()
      }
    }
  })

async function placesOf(model: ModelKind, options: ThroughputOptions): Promise<readonly Place[]> {
  if (model === 'train') return trainingPlaces(options)
  return options.threads.flatMap(threads => options.worlds.map(worlds => ({ threads, worlds })))
}

function open(model: ModelKind, place: Place, options: ThroughputOptions): Promise<Subject> {
  switch (model) {
    case 'none':
    case 'mlp':
      return worldsSubject(model, place, options)
    case 'lm':
      return languageSubject(place, options)
    case 'train':
      return trainingSubject(place, options)
  }
}
