/** The work of a thread of the sandbox: it runs nothing itself, so that its clock is punctual whatever a program does. */
import type { Job, SandboxName } from '../contracts/worlds/job.ts'
import { nodeOptions } from './pyodide/node-options.ts'
import { createRunner, type JobVerdict } from './runner/runner.ts'

export interface Task {
  readonly job: Job
  /** The image from which interpreters of this kind start, if there is one; the same for all tasks. */
  readonly image?: Uint8Array
}

type RunJob = (job: Job) => Promise<JobVerdict>

/**
 * Python gives up by its own error (RecursionError, at its limit or at the end of its stack in WebAssembly) long before this is full,
 * however V8 compiles it: a verdict is no matter of V8's frames.
 */
const stackMb = 400

const makeRunners: Readonly<Record<SandboxName, (image?: Uint8Array) => RunJob>> = {
  monty: () => createRunner({ module: new URL('./monty/process.js', import.meta.url), graceMs: 40 }),
  pyodide: image =>
    createRunner({
      module: new URL('./pyodide/process.js', import.meta.url),
      graceMs: 80,
      nodeOptions,
      stackMb,
      ...(image && { handed: image }),
    }),
}

const runners = new Map<SandboxName, RunJob>()

export default function work({ job, image }: Task): Promise<JobVerdict> {
  const run = runners.get(job.sandbox) ?? makeRunners[job.sandbox](image)
  runners.set(job.sandbox, run)
  return run(job)
}
