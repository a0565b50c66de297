import { interpreter } from '../runner/interpreter.ts'
import { readInMonty } from './read.ts'

interpreter(async () => ({ read: readInMonty, broken: () => false, rewind: () => {} }))
