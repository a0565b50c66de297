import { availableParallelism } from 'node:os'
import type { Observable } from 'rxjs'
import { engineChoices, isSame } from '../../engine/doctor/choices.ts'
import { doctor, type DoctorEvent } from '../../engine/doctor/doctor.ts'
import { sharedDefaults } from '../../config/config.ts'
import { deviceOptions } from '../actors/device-options.ts'
import type { DiagnoseOptions } from './diagnose-options.ts'

/** Tries every engine on this machine, that of the default configuration among them. */
export function diagnose(options: DiagnoseOptions): Observable<DoctorEvent> {
  const usual = deviceOptions(sharedDefaults().engine)
  const choices = engineChoices(availableParallelism())
  const engines = choices.some(engine => isSame(engine, usual)) ? choices : [usual, ...choices]
  return doctor({ ...options, engines, usual })
}
