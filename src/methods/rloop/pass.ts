/** pass@k on held-out tasks, and which of them are forgotten. */
import { episodeId, type EpisodeKey } from '../../contracts/episode.ts'
import { mean, shareOf } from '../../math/statistics.ts'
import { heldOutTasks } from '../../rollout/evaluation.ts'
import { policyRequest } from '../../rollout/rollout-requests.ts'
import type { Lab } from '../method.ts'

/** A measurement of the present policy. */
export interface PassMeasurement {
  /** By k: 1 and the k that was asked for. */
  readonly passAt: readonly { readonly k: number; readonly rate: number }[]
  /** Different answers that are right, a task; mean over the tasks. */
  readonly distinct: number
  /** Of the tasks that were ever solved before, the share that no answer solves now; `null` if none was. */
  readonly forgotten: number | null
}

interface PassMeasured {
  readonly measurement: PassMeasurement
  /** [tasks] whether one has been solved at any measurement. */
  readonly everSolved: readonly boolean[]
}

/**
 * The chance that of k answers one is right, without bias from n answers of which c are: 1 − C(n − c, k) / C(n, k).
 * Source: Chen et al., Evaluating large language models trained on code, arXiv 2107.03374, equation 1.
 *
 * @throws {RangeError} unless 0 ≤ c ≤ n and 1 ≤ k ≤ n.
 */
export function passAtK(answers: number, right: number, k: number): number {
  if (!(Number.isInteger(right) && right >= 0 && right <= answers))
    throw new RangeError(`right must be an integer in [0, ${answers}], got ${right}`)
  if (!(Number.isInteger(k) && k >= 1 && k <= answers))
    throw new RangeError(`k must be an integer in [1, ${answers}], got ${k}`)
  let none = 1
  for (let i = 0; i < k; i += 1) none *= Math.max(0, answers - right - i) / (answers - i)
  return 1 - none
}

/** Plays each held-out task k times, at the temperature of training. Trains nothing; `null` where no held-out task can be. */
export async function measurePass(
  { config, root, rollouts: queue, world }: Pick<Lab, 'config' | 'root' | 'rollouts' | 'world'>,
  { k, tasks }: { readonly k: number; readonly tasks: number },
  { iteration, everSolved }: { readonly iteration: number; readonly everSolved: readonly boolean[] },
): Promise<PassMeasured | null> {
  const heldOut = heldOutTasks(world, 'unseen', tasks)
  if (heldOut.length === 0) return null
  const keyOf = (slot: number, episode: number): EpisodeKey => ({ use: 'pass', iteration, slot, episode })
  const { rollouts } = await queue.play(
    heldOut.flatMap((task, slot) =>
      Array.from({ length: k }, (_, episode) => policyRequest({ config, root }, keyOf(slot, episode), task)),
    ),
  )
  const solved = heldOut.map((_, slot) => {
    const keys = Array.from({ length: k }, (_, episode) => episodeId(keyOf(slot, episode)))
    const episodes = keys.flatMap(id => rollouts.get(id)?.episode ?? [])
    const right = episodes.filter(({ won }) => won)
    return episodes.length < k ? null : right.map(({ steps }) => steps.map(({ action }) => action).join('\n'))
  })
  return summed(solved, k, everSolved)
}

/** @param solved [tasks] the right answers to each, of k; `null` of a task that could not be played so often, which is left out. */
export function summed(
  solved: readonly (readonly string[] | null)[],
  k: number,
  everSolved: readonly boolean[],
): PassMeasured | null {
  const played = solved.filter(answers => answers !== null)
  if (played.length === 0) return null
  const known = solved.filter((answers, task) => answers !== null && everSolved[task] === true)
  const ks = k === 1 ? [1] : [1, k]
  return {
    measurement: {
      passAt: ks.map(some => ({ k: some, rate: mean(played.map(({ length }) => passAtK(k, length, some))) })),
      distinct: mean(played.map(answers => new Set(answers).size)),
      forgotten: shareOf(known.map(answers => answers?.length === 0)),
    },
    everSolved: solved.map((answers, task) => (answers?.length ?? 0) > 0 || everSolved[task] === true),
  }
}
