/** What another reward would have said of the steps with votes of a recorded run: how many it would have pushed the other way. */
import { fileURLToPath } from 'node:url'
import { policyAdvantages, readRunDirectory, type EpisodeRow, type Outcome, type Vote } from 'rlanything'
import { quorumReward } from './quorum-reward.js'

export interface Rescored {
  readonly steps: number
  /** Steps that were pushed one way and would be pushed the other. */
  readonly reversed: number
  /** Steps that taught something and would not any more. */
  readonly silenced: number
}

/** @throws {RunDirectoryError} if the directory holds no run. */
export async function rescore(
  directory: string,
  iteration: number,
  reward: (outcome: Outcome, votes: readonly Vote[]) => number,
): Promise<Rescored> {
  const run = await readRunDirectory(directory)
  const pairs = groupsOf(await run.readEpisodes(iteration)).flatMap(episodes => {
    const rewards = episodes.map(steps =>
      steps.map(({ won, verdicts: votes }) => (votes.length === 0 ? null : reward(won ? 1 : -1, votes))),
    )
    const advantages = policyAdvantages(rewards, 'drop')
    return episodes.flatMap((steps, episode) =>
      steps.flatMap(({ advantage }, step) => {
        const is = advantages[episode]?.[step] ?? null
        return is === null ? [] : [{ was: advantage ?? 0, is }]
      }),
    )
  })
  return {
    steps: pairs.length,
    reversed: pairs.filter(({ was, is }) => was * is < 0).length,
    silenced: pairs.filter(({ was, is }) => was !== 0 && is === 0).length,
  }
}

/** Advantages compare the episodes of one task: [groups][episodes][steps]. */
function groupsOf(rows: readonly EpisodeRow[]): readonly (readonly (readonly EpisodeRow[])[])[] {
  const groups = new Map<string, Map<number, EpisodeRow[]>>()
  for (const row of rows) {
    const name = `${row.use} ${row.slot}`
    const group = groups.get(name) ?? new Map<number, EpisodeRow[]>()
    groups.set(name, group.set(row.member, [...(group.get(row.member) ?? []), row]))
  }
  return [...groups.values()].map(group => [...group.values()])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [directory = '', iteration = '1'] = process.argv.slice(2)
  const options = { lambda: 1, quorum: 0.5 }
  const reward = (outcome: Outcome, votes: readonly Vote[]) => quorumReward(outcome, votes, options)
  console.log(await rescore(directory, Number(iteration), reward))
}
