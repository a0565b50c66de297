/** Has another reward model vote on stored episodes, which are replayed action by action. */
import { episodeId, recordedObserver, type Rollout } from '../contracts/episode.ts'
import type { RolloutRequest } from '../contracts/messages/rollouts.ts'
import type { LanguageModel } from '../contracts/models/language-model.ts'
import { playedVersion } from '../curriculum/lineage.ts'
import { groupBy } from '../math/group-by.ts'
import { zip } from '../math/zip.ts'
import { withSoftVotes } from '../methods/rlanything/credit/soft-votes.ts'
import { votingOf, rewardModelName, type VotingContext } from '../reward/requests-with-votes.ts'
import { episodeKey } from '../rollout/rollout-requests.ts'
import { loadModels } from '../run/actors/load-models.ts'
import { untilDone } from '../run/actors/until-done.ts'
import type { RunRecord } from '../run/directory/run-directory.ts'
import { dated } from '../run/events/dated.ts'
import { modelsOf, prepare } from '../run/prepare.ts'
import { startLab } from '../run/start-lab.ts'
import type { StoredEpisode, StoredGroup } from './stored-groups.ts'

interface VoteAgainOptions {
  readonly run: Pick<RunRecord, 'path' | 'config' | 'readLineage'>
  /** Of the reward model. */
  readonly folder: string
  readonly rewardModel: VotingContext['config']['rewardModel']
  readonly warn: (text: string) => void
  readonly signal: AbortSignal
}

/**
 * The groups with votes of the model in `folder`; an episode whose replay differs from what is stored is left out, with a warning.
 *
 * @throws {RangeError} if the model cannot be loaded, or the run does not tell which task a group played.
 */
export async function votedAgain(
  groups: readonly StoredGroup[],
  { run, folder, rewardModel, warn, signal }: VoteAgainOptions,
): Promise<readonly StoredGroup[]> {
  const config = dated(run.config)
  const preparation = await prepare(config, undefined)
  const stored = await loadModels({ ...modelsOf(config, preparation), [rewardModelName]: folder })
  const lineage = await run.readLineage()
  const result: StoredGroup[] = []
  await untilDone(
    await startLab({ config, preparation, stored, tell: () => {}, warn, unsubscribed: signal }),
    async ({ root, rollouts, model }) => {
      const where = { config: { ...config, rewardModel }, root }
      const requestOf = ({ key, rows }: StoredEpisode): RolloutRequest => {
        const version = playedVersion(lineage, key)
        if (version === null)
          throw new RangeError(`${run.path}/tasks.jsonl does not tell which task ${episodeId(key)} played`)
        const actionsOf = groupBy(rows, ({ agent }) => agent)
        return {
          id: episodeId(key),
          task: preparation.world.parseTask(version.task),
          key: episodeKey(root, key, 'world'),
          players: Object.fromEntries(
            [...actionsOf].map(([agent, own]) => [agent, { kind: 'script', actions: own.map(({ action }) => action) }]),
          ),
          observers: { [recordedObserver]: votingOf(where, key, 'verdicts') },
        }
      }
      const { rollouts: played } = await rollouts.play(groups.flat().map(requestOf), signal)
      for (const group of groups) {
        const again = group.flatMap(episode => {
          const rollout = played.get(episodeId(episode.key))
          if (rollout !== undefined && isSame(episode.rollout, rollout)) return [{ ...episode, rollout }]
          warn(`${episodeId(episode.key)} is left out: its replay differs from what is stored`)
          return []
        })
        result.push(rewardModel.soft ? await softened(model(rewardModelName), again, rewardModel.temperature) : again)
      }
    },
  )
  return result
}

/** The group with soft votes. */
async function softened(model: LanguageModel, group: StoredGroup, temperature: number): Promise<StoredGroup> {
  const rollouts = await withSoftVotes(
    model,
    group.map(({ rollout }) => rollout),
    temperature,
  )
  return zip(group, rollouts).map(([episode, rollout]) => ({ ...episode, rollout }))
}

const isSame = ({ episode: one }: Rollout, { episode: other }: Rollout): boolean =>
  one.won === other.won &&
  one.steps.length === other.steps.length &&
  one.steps.every(({ observation }, step) => observation === other.steps[step]?.observation)
