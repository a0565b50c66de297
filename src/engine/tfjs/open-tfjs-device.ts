import type { Device } from '../../contracts/models/device.ts'
import type { TfjsBackend } from '../../contracts/models/engine-names.ts'
import { loadTensorflow } from './tensorflow.ts'
import { loadTfjs } from './load-tfjs.ts'

/** Loads TensorFlow.js only now. @throws as `createTfjsDevice`; {Error} saying what to install, if it is not there. */
export async function openTfjsDevice(backend: TfjsBackend): Promise<Device> {
  await (backend === 'tensorflow' ? loadTensorflow() : loadTfjs('core', backend))
  const { createTfjsDevice } = await import('./create-tfjs-device.ts')
  return createTfjsDevice({ backend })
}
