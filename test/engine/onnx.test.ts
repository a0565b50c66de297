import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import { deviceLaws } from '../laws/device-laws.ts'

deviceLaws('onnx', () => createOnnxDevice(), 1e-5)
