import type { Sample, SampleRequest } from '../../contracts/models/device.ts'
import type { ReplicaRouter } from './replicas/replica-router.ts'
import type { Replica } from './replicas/replica.ts'
import { together } from './replicas/together.ts'
import { nth } from '../../math/nth.ts'

/** Each replica answers the requests of the sequences that it holds; if one fails, all contexts are restored. */
export async function sampleTogether(
  replicas: readonly Replica[],
  router: ReplicaRouter,
  model: string,
  requests: readonly SampleRequest[],
): Promise<readonly (readonly Sample[])[]> {
  const results: (readonly Sample[])[] = []
  const busy = router
    .assign(requests)
    .flatMap((indices, place) => (indices.length === 0 ? [] : [{ indices, replica: nth(replicas, place) }]))
  const answer =
    ({ replica, indices }: (typeof busy)[number]) =>
    async (): Promise<void> => {
      const samples = await replica.sample(
        model,
        indices.map(index => nth(requests, index)),
      )
      indices.forEach((index, place) => (results[index] = nth(samples, place)))
    }
  try {
    await together(busy.map(answer))
  } catch (error) {
    await together(
      busy.map(
        ({ replica }) =>
          () =>
            replica.undo(model),
      ),
    )
    throw error
  }
  return results
}
