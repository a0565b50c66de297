import type { SampleCall, ToGpu } from '../gpu-protocol.ts'

/**
 * Requests that one device call can answer: samples of one model with no context twice; all else alone. No
 * sample overtakes a write or what came before it in its own context; a release only holds back its own contexts.
 */
export function groups(batch: readonly ToGpu[]): readonly (readonly ToGpu[])[] {
  const done: ToGpu[][] = []
  let open = new Map<string, Round[]>()
  for (const request of batch) {
    if (request.kind === 'sample') {
      const rounds = open.get(request.model) ?? []
      open.set(request.model, rounds)
      const opened = join(rounds, request)
      if (opened !== null) done.push(opened)
      continue
    }
    if (request.kind !== 'release') open = new Map()
    else for (const { caches } of open.get(request.model) ?? []) request.caches.forEach(cache => caches.add(cache))
    done.push([request])
  }
  return done
}

/** Samples that go together, and the contexts that can have no further one among them. */
interface Round {
  readonly group: SampleCall[]
  readonly caches: Set<string>
}

/** Puts the sample into the first round after all that hold its context. @returns the group of a new round, if it took one. */
function join(rounds: Round[], sample: SampleCall): SampleCall[] | null {
  const { cache } = sample.request
  const round = rounds[rounds.findLastIndex(({ caches }) => caches.has(cache)) + 1]
  if (round !== undefined) {
    round.group.push(sample)
    round.caches.add(cache)
    return null
  }
  const group = [sample]
  rounds.push({ group, caches: new Set([cache]) })
  return group
}
