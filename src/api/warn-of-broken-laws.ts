import { defer, EMPTY, endWith, from, ignoreElements, mergeMap, of, concat, type Observable } from '../streams/rxjs.ts'
import type { Formulation } from '../methods/rlanything/formulation/formulation.ts'
import { rewardSettingsOf } from '../reward/settings.ts'
import { shippedFormulations } from '../methods/rlanything/formulation/shipped/index.ts'
import type { TrainingEvent } from '../run/events/events.ts'
import type { TrainOptions } from './training.ts'

/**
 * The same run, with a warning if its formulation is the user's and breaks laws that must hold. They are checked during the
 * run, from its start on; it is not reported as finished before they are.
 */
export function warnOfBrokenLaws(options: TrainOptions, run: Observable<TrainingEvent>): Observable<TrainingEvent> {
  const own = ownOf(options)
  if (own === null) return run
  return defer(() => {
    let check: Promise<string | null> = Promise.resolve(null)
    return run.pipe(
      mergeMap(event => {
        if (event.kind === 'finished') return from(check).pipe(ignoreElements(), endWith(event))
        if (event.kind !== 'started') return of(event)
        /* The run itself refuses an uncheckable formulation. */
        check = warningOf(own, options).catch(() => null)
        return concat(of(event), from(check).pipe(mergeMap(warned)))
      }),
    )
  })
}

const warned = (text: string | null): Observable<TrainingEvent> =>
  text === null ? EMPTY : of({ kind: 'warning', text })

function ownOf({ config, formulation }: TrainOptions): Formulation | string | null {
  const settings = rewardSettingsOf(config)
  if (settings === null) return null
  const own = formulation ?? settings.feedback.formulation
  const shipped = Object.entries(shippedFormulations).some(([name, each]) => own === name || own === each)
  return shipped ? null : own
}

async function warningOf(own: Formulation | string, { config }: TrainOptions): Promise<string | null> {
  const { brokenLaws } = await import('../laws/formulation/broken-laws.ts')
  const broken = await brokenLaws(own, config)
  if (broken.length === 0) return null
  const file = typeof own === 'string'
  const shows = file ? `'rlanything check ${own}'` : `describeFormulation of 'rlanything/testing'`
  return (
    `the formulation ${file ? own : own.name} breaks ${broken.length === 1 ? 'a law' : `${broken.length} laws`} that must hold: ` +
    `${broken.join(', ')}; ${shows} shows how`
  )
}
