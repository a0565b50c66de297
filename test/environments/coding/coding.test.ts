import { coding } from '../../../environments/coding/index.ts'
import { splitOf } from '../../../environments/coding/options/splits.ts'
import { runInMonty } from '../../../src/sandbox/monty/run.ts'
import { environmentLaws } from '../../laws/environment-laws.ts'

environmentLaws(coding(), { runs: 20, refusal: null, layoutOf: splitOf, run: runInMonty })
