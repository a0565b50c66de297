import { interpreter } from '../runner/interpreter.ts'
import { openPyodide } from './open.ts'

interpreter(async handed => openPyodide(await handed()))
