/** Which replica holds which conversation. */
import type { SampleRequest } from '../../../contracts/device.ts'
import { nth } from '../../../math/nth.ts'

export interface ReplicaRouter {
  /** For each replica the indices of its requests, in order; conversations that are new are given a home. */
  readonly assign: (requests: readonly SampleRequest[]) => readonly (readonly number[])[]
  /** For each replica those of the conversations that it holds; they have no home any more. */
  readonly release: (sequenceIds: readonly string[]) => readonly (readonly string[])[]
}

/**
 * New conversations go where there is least to do in this call; those that begin with the same tokens stay together, so
 * that they are read once, as far as that leaves the replicas about equally much to do.
 */
export function createReplicaRouter(replicas: number): ReplicaRouter {
  const replicaOf = new Map<string, number>()

  const settle = (requests: readonly SampleRequest[]): void => {
    const loads = Array.from({ length: replicas }, () => 0)
    const newcomers: SampleRequest[] = []
    for (const request of requests) {
      const home = replicaOf.get(request.sequenceId)
      if (home !== undefined) loads[home] = nth(loads, home) + costOf(request)
      else newcomers.push(request)
    }
    const fair = requests.reduce((sum, request) => sum + costOf(request), 0) / replicas
    const pieces = groupsOf(newcomers).flatMap(group => piecesOf(group, fair))
    for (const { sequenceIds, cost } of pieces.sort((a, b) => b.cost - a.cost)) {
      const home = loads.indexOf(Math.min(...loads))
      loads[home] = nth(loads, home) + cost
      for (const sequenceId of sequenceIds) replicaOf.set(sequenceId, home)
    }
  }
  const parted = <T>(items: readonly T[], cacheOf: (item: T) => string): T[][] => {
    const parts: T[][] = Array.from({ length: replicas }, () => [])
    for (const item of items) nth(parts, replicaOf.get(cacheOf(item)) ?? 0).push(item)
    return parts
  }

  return {
    assign: requests => {
      /* All are at home in a single one. */
      if (replicas > 1) settle(requests)
      return parted([...requests.keys()], index => nth(requests, index).sequenceId)
    },
    release: sequenceIds => {
      const parts = parted(sequenceIds, sequenceId => sequenceId)
      for (const sequenceId of sequenceIds) replicaOf.delete(sequenceId)
      return parts
    },
  }
}

/** Conversations that begin alike, with the cost of each. */
type Group = ReadonlyMap<string, number>

/** About what it takes to answer: tokens to be read, and at most drawn. */
const costOf = ({ tokens, promptSuffix, count, maxTokens }: SampleRequest): number =>
  tokens.length + promptSuffix.length + count * maxTokens

/** Of a conversation that comes twice the first request says how it begins. */
function groupsOf(requests: readonly SampleRequest[]): readonly Group[] {
  const byBeginning = new Map<string, Map<string, number>>()
  const byCache = new Map<string, Map<string, number>>()
  for (const request of requests) {
    const beginning = request.tokens.join()
    const group = byCache.get(request.sequenceId) ?? byBeginning.get(beginning) ?? new Map<string, number>()
    if (!byCache.has(request.sequenceId)) byBeginning.set(beginning, group)
    byCache.set(request.sequenceId, group)
    group.set(request.sequenceId, (group.get(request.sequenceId) ?? 0) + costOf(request))
  }
  return [...byBeginning.values()]
}

interface Piece {
  readonly sequenceIds: readonly string[]
  readonly cost: number
}

/** A group, in pieces that cost no more than `most` where they hold more than one conversation. */
function piecesOf(group: Group, most: number): readonly Piece[] {
  const pieces: { sequenceIds: string[]; cost: number }[] = []
  for (const [sequenceId, cost] of group) {
    const last = pieces.at(-1)
    if (last === undefined || last.cost + cost > most) pieces.push({ sequenceIds: [sequenceId], cost })
    else {
      last.sequenceIds.push(sequenceId)
      last.cost += cost
    }
  }
  return pieces
}
