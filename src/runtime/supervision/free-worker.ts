import type { Liveness } from './roster.ts'

/**
 * The worker that takes the next request: of those that are ready and have room, the one with the fewest requests under way,
 * and the first of equals.
 *
 * @param underWay requests under way, by worker; 0 where missing.
 * @param limit requests under way in one worker, at most.
 * @returns `null` if none is free.
 */
export function freeWorker(
  workers: readonly string[],
  { statusOf }: Pick<Liveness, 'statusOf'>,
  underWay: ReadonlyMap<string, number>,
  limit = Infinity,
): string | null {
  let free: string | null = null
  let least = limit
  for (const worker of workers) {
    const load = underWay.get(worker) ?? 0
    if (load >= least || statusOf(worker) !== 'ready') continue
    free = worker
    least = load
  }
  return free
}
