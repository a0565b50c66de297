import { overloadWarning, type ProcessorLoad } from '../../runtime/processor-load.ts'
import type { Terminal } from './terminal.ts'

/** On standard error, so that measurements can be piped. */
export function warnOfLoad({ printError }: Pick<Terminal, 'printError'>, before: ProcessorLoad): void {
  const warning = overloadWarning(before)
  if (warning !== null) printError(`warning: ${warning}`)
}
