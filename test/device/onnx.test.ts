import { createOnnxDevice } from '../../src/device/onnx/create-onnx-device.ts'
import { deviceLaws } from '../laws/device-laws.ts'

deviceLaws('onnx', () => createOnnxDevice(), 1e-5)
