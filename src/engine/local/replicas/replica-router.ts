/** Which replica holds which sequence. */
import type { SampleRequest } from '../../../contracts/models/device.ts'
import { nth } from '../../../math/nth.ts'

export interface ReplicaRouter {
  /** For each replica the indices of its requests, in order; new sequences are assigned to one. */
  readonly assign: (requests: readonly SampleRequest[]) => readonly (readonly number[])[]
  /** For each replica those of the sequences that it holds; they are assigned to none any more. */
  readonly release: (sequenceIds: readonly string[]) => readonly (readonly string[])[]
}

/**
 * New sequences go to the replica with the least work in this call; those that begin with the same tokens stay together, so
 * that their common prefix is computed once, as far as the replicas' loads stay about equal.
 */
export function createReplicaRouter(replicas: number): ReplicaRouter {
  const replicaOf = new Map<string, number>()

  const assignNew = (requests: readonly SampleRequest[]): void => {
    const loads = Array.from({ length: replicas }, () => 0)
    const newcomers: SampleRequest[] = []
    for (const request of requests) {
      const replica = replicaOf.get(request.sequenceId)
      if (replica !== undefined) loads[replica] = nth(loads, replica) + costOf(request)
      else newcomers.push(request)
    }
    const meanLoad = requests.reduce((sum, request) => sum + costOf(request), 0) / replicas
    const pieces = groupsOf(newcomers).flatMap(group => piecesOf(group, meanLoad))
    for (const { sequenceIds, cost } of pieces.sort((a, b) => b.cost - a.cost)) {
      const replica = loads.indexOf(Math.min(...loads))
      loads[replica] = nth(loads, replica) + cost
      for (const sequenceId of sequenceIds) replicaOf.set(sequenceId, replica)
    }
  }
  const parted = <T>(items: readonly T[], cacheOf: (item: T) => string): T[][] => {
    const parts: T[][] = Array.from({ length: replicas }, () => [])
    for (const item of items) nth(parts, replicaOf.get(cacheOf(item)) ?? 0).push(item)
    return parts
  }

  return {
    assign: requests => {
      /* A single replica holds all. */
      if (replicas > 1) assignNew(requests)
      return parted([...requests.keys()], index => nth(requests, index).sequenceId)
    },
    release: sequenceIds => {
      const parts = parted(sequenceIds, sequenceId => sequenceId)
      for (const sequenceId of sequenceIds) replicaOf.delete(sequenceId)
      return parts
    },
  }
}

/** Sequences with a common beginning, with the cost of each. */
type Group = ReadonlyMap<string, number>

/** Estimated work of a request: tokens to be read, and sampled at maxCost. */
const costOf = ({ tokens, promptSuffix, count, maxTokens }: SampleRequest): number =>
  tokens.length + promptSuffix.length + count * maxTokens

/** Of a sequence that comes twice the first request has its beginning. */
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

/** A group, in pieces that cost no more than `maxCost` where they hold more than one sequence. */
function piecesOf(group: Group, maxCost: number): readonly Piece[] {
  const pieces: { sequenceIds: string[]; cost: number }[] = []
  for (const [sequenceId, cost] of group) {
    const last = pieces.at(-1)
    if (last === undefined || last.cost + cost > maxCost) pieces.push({ sequenceIds: [sequenceId], cost })
    else {
      last.sequenceIds.push(sequenceId)
      last.cost += cost
    }
  }
  return pieces
}
