import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** @returns collects all garbage of the calling thread, which takes as long as there is much that is none. */
export function collector(): () => void {
  /* V8 has it, and gives it to contexts that are made while it is told to. */
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  return collect
}
