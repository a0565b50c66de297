/** Which replica holds which conversation. */
import type { SampleRequest } from '../../../contracts/device.ts'

export interface Homes {
  /** For each replica the indices of its requests, in order; conversations that are new are given a home. */
  readonly divide: (requests: readonly SampleRequest[]) => readonly (readonly number[])[]
  /** For each replica those of the conversations that it holds; they have no home any more. */
  readonly leave: (caches: readonly string[]) => readonly (readonly string[])[]
}

/**
 * New conversations go where there is least to do in this call; those that begin with the same tokens stay together, so
 * that they are read once, as far as that leaves the replicas about equally much to do.
 */
export function createHomes(replicas: number): Homes {
  const homes = new Map<string, number>()

  const settle = (requests: readonly SampleRequest[]): void => {
    const loads = Array.from({ length: replicas }, () => 0)
    const newcomers: SampleRequest[] = []
    for (const request of requests) {
      const home = homes.get(request.cache)
      if (home !== undefined) loads[home]! += costOf(request)
      else newcomers.push(request)
    }
    const fair = requests.reduce((sum, request) => sum + costOf(request), 0) / replicas
    const pieces = groupsOf(newcomers).flatMap(group => piecesOf(group, fair))
    for (const { caches, cost } of pieces.sort((a, b) => b.cost - a.cost)) {
      const home = loads.indexOf(Math.min(...loads))
      loads[home]! += cost
      for (const cache of caches) homes.set(cache, home)
    }
  }
  const parted = <T>(items: readonly T[], cacheOf: (item: T) => string): T[][] => {
    const parts: T[][] = Array.from({ length: replicas }, () => [])
    for (const item of items) parts[homes.get(cacheOf(item)) ?? 0]!.push(item)
    return parts
  }

  return {
    divide: requests => {
      /* All are at home in a single one. */
      if (replicas > 1) settle(requests)
      return parted([...requests.keys()], index => requests[index]!.cache)
    },
    leave: caches => {
      const parts = parted(caches, cache => cache)
      for (const cache of caches) homes.delete(cache)
      return parts
    },
  }
}

/** Conversations that begin alike, with the cost of each. */
type Group = ReadonlyMap<string, number>

/** About what it takes to answer: tokens to be read, and at most drawn. */
const costOf = ({ tokens, cue, count, maxTokens }: SampleRequest): number =>
  tokens.length + cue.length + count * maxTokens

/** Of a conversation that comes twice the first request says how it begins. */
function groupsOf(requests: readonly SampleRequest[]): readonly Group[] {
  const byBeginning = new Map<string, Map<string, number>>()
  const byCache = new Map<string, Map<string, number>>()
  for (const request of requests) {
    const beginning = request.tokens.join()
    const group = byCache.get(request.cache) ?? byBeginning.get(beginning) ?? new Map<string, number>()
    if (!byCache.has(request.cache)) byBeginning.set(beginning, group)
    byCache.set(request.cache, group)
    group.set(request.cache, (group.get(request.cache) ?? 0) + costOf(request))
  }
  return [...byBeginning.values()]
}

interface Piece {
  readonly caches: readonly string[]
  readonly cost: number
}

/** A group, in pieces that cost no more than `most` where they hold more than one conversation. */
function piecesOf(group: Group, most: number): readonly Piece[] {
  const pieces: { caches: string[]; cost: number }[] = []
  for (const [cache, cost] of group) {
    const last = pieces.at(-1)
    if (last === undefined || last.cost + cost > most) pieces.push({ caches: [cache], cost })
    else {
      last.caches.push(cache)
      last.cost += cost
    }
  }
  return pieces
}
