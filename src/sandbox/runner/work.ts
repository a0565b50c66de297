/** The work of a thread of the sandbox: it runs nothing itself, so that its clock is punctual whatever a program does. */
import type { Job, SandboxName, TestResult } from '../../contracts/job.ts'
import { nodeOptions } from '../pyodide/node-options.ts'
import { createRunner } from './runner.ts'

export interface Task {
  readonly job: Job
  /** What each interpreter of this kind begins from, if there is such a thing; the same for all tasks. */
  readonly image?: Uint8Array
}

type Keeper = (job: Job) => Promise<readonly TestResult[]>

const keepers: Readonly<Record<SandboxName, (image?: Uint8Array) => Keeper>> = {
  monty: () => createRunner({ module: new URL('../monty/process.js', import.meta.url), graceMs: 40 }),
  pyodide: image =>
    createRunner({
      module: new URL('../pyodide/process.js', import.meta.url),
      graceMs: 80,
      nodeOptions,
      ...(image && { handed: image }),
    }),
}

const kept = new Map<SandboxName, Keeper>()

export default function work({ job, image }: Task): Promise<readonly TestResult[]> {
  const keeper = kept.get(job.sandbox) ?? keepers[job.sandbox](image)
  kept.set(job.sandbox, keeper)
  return keeper(job)
}
