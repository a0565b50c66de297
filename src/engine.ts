/** `rlanything/engine`: devices that run and train models, on this machine or in a service, and networks of one's own on them. */

export { openDevice, type DeviceOptions } from './engine/open-device.ts'
export { diagnose } from './run/failures/diagnose.ts'
export type { DiagnoseOptions } from './run/failures/diagnose-options.ts'
export type { DoctorEvent } from './engine/doctor/doctor.ts'
export { initialiseNetwork } from './engine/networks/initialise-network.ts'
export { openTrainableNetwork, type OpenTrainableOptions } from './engine/networks/open-trainable-network.ts'
export type { TrainableNetwork } from './engine/networks/trainable-network.ts'
export type {
  Convolution,
  NetworkShape,
  NetworkSource,
  NetworkState,
  NetworkTensors,
  TrainedNetworkState,
} from './contracts/models/network.ts'
export type {
  AdamwSettings,
  Device,
  Example,
  Finish,
  LossSums,
  ModelState,
  OptimStepResult,
  Pause,
  Sample,
  SampleRequest,
  Sequence,
  Span,
  Tensor,
} from './contracts/models/device.ts'
export type { EngineTraits } from './contracts/models/model-traits.ts'
export { normalisations, providers, tfjsBackends } from './contracts/models/engine-names.ts'
export type { Normalisation, Provider, TfjsBackend } from './contracts/models/engine-names.ts'
export type { DeviceSpan, DeviceUse, DeviceVerb, QueueTimes, ServiceUse } from './contracts/models/device-usage.ts'
export type { EngineOptions } from './engine/open-engine.ts'
export type { TinkerEngineOptions } from './engine/tinker/create-tinker-engine.ts'
export type { AroundNative } from './contracts/actor.ts'
export type { Load as TrialLoad, Speed as TrialSpeed } from './engine/doctor/load.ts'
export type { RunPart } from './engine/doctor/run-part.ts'
export type { EngineRates } from './engine/doctor/rates.ts'
export type { Tried as TriedEngine } from './engine/doctor/recommend.ts'
export type { Trial } from './engine/doctor/trial.ts'
