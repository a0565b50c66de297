/** Messages between a runner and the process of an interpreter. */
import type { Program, SandboxRun } from '../programs/run.ts'

/** A program and its inputs; the expected outputs do not enter that process. */
export interface RunnerRequest {
  readonly program: Program
  readonly inputs: readonly string[]
  /** How often the first was begun in other processes, none of which got its time of the processor: it has twice as long each time. */
  readonly starved: number
}

export type RunnerReply =
  /** The interpreter is there. */
  | { readonly kind: 'ready' }
  /** The program has been read, and its first run begins. */
  | { readonly kind: 'read' }
  /** A run that its own clock has cut off, though it had not had its time of the processor, begins again. */
  | { readonly kind: 'again'; readonly timeMs: number }
  /** A run that cannot begin again in this process, which ends. */
  | { readonly kind: 'starved'; readonly why: string }
  /** One run is over, and the next begins. */
  | { readonly kind: 'ran'; readonly run: SandboxRun }
