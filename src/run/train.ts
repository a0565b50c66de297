/** Starts a run, as a stream of events. */
import type { Observable } from 'rxjs'
import { fromWork } from '../streams/from-work.ts'
import { startLab } from './start-lab.ts'
import { caveatsIn, loadInitialState, startRun } from './start-run.ts'
import { prepare } from './prepare.ts'
import { dated } from './events/dated.ts'
import { closing } from './directory/closing.ts'
import { requireUnused } from './directory/sweep.ts'
import { createRunDirectory } from './directory/run-directory.ts'
import type { TrainingEvent, TrainRunOptions } from './events/events.ts'
import { createDeathLog } from './failures/death-log.ts'
import { givenOf } from './events/how-to-resume.ts'
import { versions } from './directory/versions.ts'
import { untilDone } from './actors/until-done.ts'

/** @see Training.train */
export const trainRun = ({
  config: given,
  directory: path,
  signal,
  actors = {},
  inThread = false,
  nats,
  formulation,
}: TrainRunOptions): Observable<TrainingEvent> =>
  fromWork<TrainingEvent>(async (emit, unsubscribed) => {
    const config = dated(given)
    /* All errors of the request or of this machine are found before a folder is created. */
    await requireUnused(path)
    const preparation = await prepare(config, formulation)
    const { tasks, stored, networks } = await loadInitialState(config, preparation)
    const { method, prepared } = preparation
    const { tell, during } = createDeathLog(emit)
    const warn = (text: string): void => emit({ kind: 'warning', text })
    await untilDone(
      await startLab({
        config,
        preparation,
        stored,
        networks,
        actors,
        inThread,
        nats,
        tell,
        warn,
        unsubscribed,
        signal,
      }),
      async lab => {
        const { formulation: name } = prepared
        const caveats = caveatsIn(preparation, Object.keys(stored).map(lab.model), stored, config)
        const { drawsElsewhere } = method
        const measures = method.measures(config, lab.world)
        const record = { versions: await versions(), formulation: name, caveats, measures, drawsElsewhere, config }
        const directory = await createRunDirectory(path, record)
        const code = givenOf({ formulation, actors })
        const work = () => startRun({ directory, lab, tasks, stored, networks, prepared, given: code }, tell, signal)
        await closing(directory, () => during(directory, lab.runActors.fail, work))
      },
    )
  })
