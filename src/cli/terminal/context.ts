import type { Training } from '../../api/training.ts'
import type { Terminal } from './terminal.ts'

/** All that the commands are given. */
export interface CliContext {
  readonly terminal: Terminal
  /** Loads what trains: late, so that help and inspection do not wait for the engines. */
  readonly training: () => Promise<Training>
  /** Sets the code that the process will end with. */
  readonly exit: (code: number) => void
}
