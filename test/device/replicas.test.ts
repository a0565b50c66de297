import { createOnnxDevice } from '../../src/device/onnx/create-onnx-device.ts'
import { deviceLaws } from '../laws/device-laws.ts'

deviceLaws('onnx, two replicas', () => createOnnxDevice({ threads: 2 }), 1e-5)
