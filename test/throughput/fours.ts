/** A policy that always answers 4. */
import { fromFunction } from '../../src/rollout/episode/from-function.ts'

export default fromFunction(() => '4')
