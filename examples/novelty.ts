/** A bonus for episodes with new observations: an actor that taps `finished`, and a harness that reads it. */
import { fileURLToPath } from 'node:url'
import { lastValueFrom, map, merge, ignoreElements, take, toArray } from 'rxjs'
import { openLab } from 'rlanything'
import type { Actor, Addressed, Finished, Tapped } from 'rlanything/runtime'

interface Bonus extends Addressed {
  readonly kind: 'bonus'
  /** Id of the episode. */
  readonly episode: string
  /** Share of its observations that no episode before it had, in [0, 1]. */
  readonly bonus: number
}

export default function novelty(): Actor<Tapped<Finished>, Bonus> {
  const seen = new Set<string>()
  return (inbox, { name }) =>
    inbox.pipe(
      map(({ message: { episode } }) => {
        const observations = [...new Set(episode.steps.map(({ observation }) => observation))]
        const bonus = observations.filter(each => !seen.has(each)).length / observations.length
        for (const each of observations) seen.add(each)
        return { kind: 'bonus', from: name, to: 'trainer', episode: episode.id, bonus }
      }),
    )
}

/** @returns the bonus of each of `count` unseen tasks of the household, in the order in which they were finished. */
export async function bonuses(count: number): Promise<readonly Bonus[]> {
  const taps = { novelty: { module: new URL(import.meta.url), on: ['finished'] } }
  await using lab = await openLab({ world: 'household', seed: 7, taps })
  const played = lab.play({ count }).pipe(ignoreElements())
  return await lastValueFrom(merge(lab.tapped<Bonus>('novelty').pipe(take(count)), played).pipe(toArray()))
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { episode, bonus } of await bonuses(20)) console.log(episode, bonus)
