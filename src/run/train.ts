/** Starts a run, as a stream of events. */
import type { Observable } from 'rxjs'
import { fromWork } from '../streams/from-work.ts'
import { withActors } from './actors/with-actors.ts'
import { begin, beginning, caveatsIn, prepare } from './beginning.ts'
import { dated } from './dated.ts'
import { closing } from './directory/closing.ts'
import { createRunDirectory } from './directory/run-directory.ts'
import type { TrainingEvent, TrainRunOptions } from './events/events.ts'
import { createDeathLog } from './failures/death-log.ts'
import { givenOf } from './events/how-to-resume.ts'
import { versions } from './directory/versions.ts'

/** @see Training.train */
export const trainRun = ({
  config: given,
  directory: path,
  signal,
  actors = {},
  inThread = false,
  formulation,
}: TrainRunOptions): Observable<TrainingEvent> =>
  fromWork<TrainingEvent>(async (emit, unsubscribed) => {
    const config = dated(given)
    /* All that can be wrong with what was asked, or with this machine, is found before there is a folder. */
    const preparation = await prepare(config, formulation)
    const { tasks, stored } = await beginning(config, preparation)
    const { method, prepared, world } = preparation
    const { tell, during } = createDeathLog(emit)
    await withActors(
      { config, stored, additional: prepared.actors, actors, inThread, tell, unsubscribed },
      async runActors => {
        const { formulation: name } = prepared
        const caveats = caveatsIn(preparation, Object.keys(stored).map(runActors.model), stored, config)
        const { drawsElsewhere } = method
        const record = { versions: await versions(), formulation: name, caveats, drawsElsewhere, config }
        const directory = await createRunDirectory(path, record)
        const code = givenOf({ formulation, actors })
        const work = () => begin({ directory, runActors, world, tasks, stored, prepared, given: code }, tell, signal)
        await closing(directory, () => during(directory, runActors.fail, work))
      },
    )
  })
