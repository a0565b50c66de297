/** Runs whose actors share the calling thread: the same as in threads, bit for bit, and sooner ready. */
import type { Observable } from 'rxjs'
import type { ResumeRunOptions, TrainingEvent, TrainRunOptions } from '../../src/run/events/events.ts'
import * as run from '../../src/run/resume.ts'
import * as beginning from '../../src/run/train.ts'

export const trainRun = (options: TrainRunOptions): Observable<TrainingEvent> =>
  beginning.trainRun({ ...options, inThread: true })

export const resumeRun = (options: ResumeRunOptions): Observable<TrainingEvent> =>
  run.resumeRun({ ...options, inThread: true })
