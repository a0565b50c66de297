/** Work that is cut off in the middle when its time is over, wherever it is: also in WebAssembly, whatever it catches. */
import { createContext, Script } from 'node:vm'

/** @returns whether the work came to an end within its time; throws its errors. */
type Within = (timeMs: number, work: () => void) => boolean

export function cuttable(): Within {
  const names: { work?: () => void } = {}
  const context = createContext(names, { codeGeneration: { strings: false, wasm: false } })
  const script = new Script('work()')
  return (timeMs, work) => {
    names.work = work
    try {
      script.runInContext(context, { timeout: Math.ceil(timeMs) })
      return true
    } catch (thrown) {
      if (isCut(thrown)) return false
      throw thrown
    }
  }
}

/** The error is one of the other context's: no instance of this one's `Error`. */
const isCut = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
