/** The policy of a run, to be measured after it. */
import { join } from 'node:path'
import type { RunConfig } from '../config/config.ts'
import { environmentSource } from '../config/environment-source.ts'
import { soleAgent } from '../rollout/episode/agents.ts'
import { loadWorld } from '../rollout/load-world.ts'
import { policyName } from '../rollout/rollout-requests.ts'
import { prepare } from './prepare.ts'
import { checkpointOf } from './directory/checkpoints.ts'
import { readRunDirectory } from './directory/run-directory.ts'
import { RunDirectoryError } from './directory/records/run-directory-error.ts'

interface PolicyOfRun {
  readonly config: RunConfig
  /** Iterations that it was trained for. */
  readonly iteration: number
  /** Folder of the model. */
  readonly policy: string
  /** Folders of the models that play an agent in its place, by agent; empty where it plays all. */
  readonly players: Readonly<Record<string, string>>
}

/**
 * @param iteration of the checkpoint; `null` for the newest that is whole.
 * @throws {RunDirectoryError} if there is no run or no such checkpoint.
 */
export async function policyOfRun(
  directory: string,
  iteration: number | null,
  warn: (text: string) => void,
): Promise<PolicyOfRun> {
  const run = await readRunDirectory(directory)
  const checkpoint =
    iteration === null
      ? await run.latestCheckpoint(warn)
      : await checkpointOf(join(directory, 'checkpoints'), iteration)
  if (checkpoint === null) throw new RunDirectoryError(`${directory} has no whole checkpoint yet`)
  return {
    config: run.config,
    iteration: checkpoint.iteration,
    policy: join(checkpoint.folder, policyName),
    players: await otherPlayers(run.config, checkpoint.folder),
  }
}

/** @param folder of the checkpoint. */
async function otherPlayers(config: RunConfig, folder: string): Promise<PolicyOfRun['players']> {
  const { agents = [soleAgent] } = await loadWorld(environmentSource(config.environment))
  if (agents.every(agent => agent === soleAgent)) return {}
  const { prepared } = await prepare(config, undefined)
  const others = Object.entries(prepared.players).filter(([, model]) => model !== policyName)
  return Object.fromEntries(others.map(([agent, model]) => [agent, join(folder, model)]))
}
