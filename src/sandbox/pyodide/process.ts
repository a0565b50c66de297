import { interpreter } from '../keeper/interpreter.ts'
import { openPyodide } from './open.ts'

interpreter(async handed => openPyodide(await handed()))
