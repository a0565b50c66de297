import { createTfjsDevice } from '../../src/engine/tfjs/create-tfjs-device.ts'
import { deviceLaws } from '../laws/device-laws.ts'

deviceLaws('tfjs', () => createTfjsDevice({ backend: 'wasm' }), 1e-5)
