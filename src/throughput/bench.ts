/** Measures the steps of worlds a second of the whole runtime, compared with the limit of the engine alone. */
import { mkdir } from 'node:fs/promises'
import type { Observable } from 'rxjs'
import { nth } from '../math/nth.ts'
import { processorLoad } from '../runtime/processor-load.ts'
import { fromWork } from '../streams/from-work.ts'
import { casesOf, openCase, type Case } from './cases.ts'
import { comparedWith } from './measure/comparison.ts'
import type { BenchOptions, ThroughputEvent } from './measure/events.ts'
import { machineNow } from './measure/machine.ts'
import { parseThroughputOptions, type ThroughputOptions } from './measure/options.ts'
import type { Measurement } from './measure/rates.ts'
import { throughputRow } from './measure/row.ts'
import type { Subject } from './measure/subject.ts'

/** A benchmark, and the case of it that is under way. */
interface Arm {
  readonly options: ThroughputOptions
  readonly place: Case
  readonly subject: Subject
  readonly rounds: Measurement[]
}

/** Measures every model with every number of threads and worlds, one after another; a row each. */
export const benchThroughput = ({
  options: given,
  against,
  profile: folder,
  signal,
}: BenchOptions): Observable<ThroughputEvent> =>
  fromWork(async (emit, unsubscribed) => {
    const profile = folder ?? null
    const all = [given, ...(against === undefined ? [] : [against])].map(parseThroughputOptions)
    const options = nth(all, 0)
    const stop = signal === undefined ? unsubscribed : AbortSignal.any([signal, unsubscribed])
    const cases = await Promise.all(all.map(casesOf))
    const counts = cases.map(({ length }) => length)
    const count = nth(counts, 0)
    if (counts.some(other => other !== count))
      throw new RangeError(`against must have as many cases as this benchmark, ${count}, got ${counts[1]}`)
    if (profile !== null) await prepareProfile(profile, cases.flat())
    const machine = await machineNow()
    const total = count * options.rounds * all.length
    let done = 0

    const measure = async ({ place: { model, threads, worlds }, subject, rounds }: Arm): Promise<void> => {
      stop.throwIfAborted()
      emit({ kind: 'progress', done, total, label: `${model}, ${threads} × ${worlds} worlds` })
      const ceiling = await subject.ceiling()
      stop.throwIfAborted()
      rounds.push({ ...(await subject.measure(stop)), ceiling })
      done += 1
    }

    for (let index = 0; index < count; index += 1) {
      const arms: Arm[] = []
      try {
        for (const [arm, options] of all.entries()) {
          const place = nth(nth(cases, arm), index)
          arms.push({ options, place, subject: await openCase(place, options, profile), rounds: [] })
        }
        /* Each round in the other order, so that neither is always the first. */
        for (let round = 0; round < options.rounds; round += 1)
          for (const arm of round % 2 === 0 ? arms : arms.toReversed()) await measure(arm)
        const { place, subject, rounds } = nth(arms, 0)
        const other = arms[1]
        const what = { ...place, world: subject.world, machine, loadAfter: processorLoad().load, options }
        const comparison = other === undefined ? null : comparedWith(other, rounds)
        emit({ kind: 'row', row: throughputRow({ ...what, against: comparison }, rounds, subject.maxRows) })
      } finally {
        for (const { subject } of arms) await subject.close()
      }
    }
  })

/** @throws {RangeError} if more than one case would write to the folder, or one whose actors are a run's. */
async function prepareProfile(folder: string, cases: readonly Case[]): Promise<void> {
  const [only] = cases
  if (cases.length !== 1 || only?.model === 'train')
    throw new RangeError(
      `profile needs exactly one case of none, mlp or lm, got ${cases.map(({ model }) => model).join(', ')}`,
    )
  await mkdir(folder, { recursive: true })
}
