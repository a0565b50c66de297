import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** @returns collects all garbage of the calling thread, which takes as long as there is much that is none. */
export function collector(): () => void {
  /* V8 gives it to contexts that are made from now on. The flag is the whole process’s: were it taken back, another thread that is doing this at the same time would be left without. */
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  return collect
}
