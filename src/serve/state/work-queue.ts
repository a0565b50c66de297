/** Gives the device to one piece of work at a time, in the order of arrival; samples from one model that wait without other work between them are one call. */
import type { Sample, SampleRequest } from '../../contracts/models/device.ts'
import { nth } from '../../math/nth.ts'
import { asError } from '../../contracts/failure.ts'
import { tick } from '../../streams/tick.ts'

export interface WorkQueue {
  readonly do: <T>(work: () => Promise<T>) => Promise<T>
  /** @param from names the weights. */
  readonly sample: (from: string, request: SampleRequest) => Promise<readonly Sample[]>
  /** Resolves when nothing is left to do. */
  readonly idle: () => Promise<void>
}

interface Waiting {
  readonly from: string
  readonly request: SampleRequest
  readonly resolve: (samples: readonly Sample[]) => void
  readonly reject: (thrown: unknown) => void
}

type Task = { readonly run: () => Promise<void> } | Waiting

/** Samples of one call, at most. */
const maxBatch = 256

export function createWorkQueue(
  sampleAll: (from: string, requests: readonly SampleRequest[]) => Promise<readonly (readonly Sample[])[]>,
): WorkQueue {
  const tasks: Task[] = []
  let working: Promise<void> | null = null

  const drain = async (): Promise<void> => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      if ('run' in task) await task.run()
      else {
        /* What has arrived with it is in its batch. */
        await tick()
        await sampleBatch([task, ...takeSame(task.from)])
      }
    }
    working = null
  }
  /** They may overtake samples from other weights, and nothing else. */
  const takeSame = (from: string): readonly Waiting[] => {
    const taken: Waiting[] = []
    const left: Waiting[] = []
    for (const task of tasks) {
      if ('run' in task) break
      if (task.from === from && taken.length < maxBatch - 1) taken.push(task)
      else left.push(task)
    }
    tasks.splice(0, taken.length + left.length, ...left)
    return taken
  }
  const sampleBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const samples = await sampleAll(
        nth(batch, 0).from,
        batch.map(({ request }) => request),
      )
      for (const [index, { resolve }] of batch.entries()) resolve(nth(samples, index))
    } catch (thrown) {
      if (batch.length === 1) {
        nth(batch, 0).reject(thrown)
        return
      }
      /* One that is wrong must not fail the others. */
      for (const one of batch) await sampleBatch([one])
    }
  }
  const push = (task: Task): void => {
    tasks.push(task)
    working ??= Promise.resolve().then(drain)
  }
  return {
    do: work =>
      new Promise((resolve, reject) =>
        push({
          run: async () => {
            try {
              resolve(await work())
            } catch (thrown) {
              reject(asError(thrown))
            }
          },
        }),
      ),
    sample: (from, request) => new Promise((resolve, reject) => push({ from, request, resolve, reject })),
    idle: async () => {
      while (working !== null) await working
    },
  }
}
