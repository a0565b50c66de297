/** Plays attempts: without models, step signals are the labels that the world has; or with votes of a reward model. */
import { recordedObserver, type EpisodeStep, type Rollout } from '../../contracts/episode.ts'
import { reasonOf } from '../../contracts/failure.ts'
import type { OpenEpisode, World } from '../../contracts/worlds/world.ts'
import { derive, rootKey, type Key } from '../../math/random.ts'
import { votingOf, rewardModelName } from '../../reward/requests-with-votes.ts'
import { rlanythingConfig } from '../../methods/rlanything/settings.ts'
import { soleAgent } from '../../rollout/episode/agents.ts'
import { unsampled } from '../../rollout/episode/from-function.ts'
import type { RunConfig } from '../../config/config.ts'
import { loadModels } from '../../run/actors/load-models.ts'
import { modelsOf, prepare } from '../../run/prepare.ts'
import { startLab } from '../../run/start-lab.ts'
import { runInMonty } from '../../sandbox/monty/run.ts'
import type { AttackAttempt, PlayAttempts, PlayedAttempt } from './attempt.ts'

export interface PlayerOptions {
  readonly config: RunConfig
  /** Folder of the model that votes; `null`: labels are the step signal, where the world has them. */
  readonly rewardModel: string | null
  readonly seed: number
}

/** Gives work a player of attempts at the task, until it is done. @throws {RangeError} as its reward model cannot be used. */
export async function playing<T>(
  { config, rewardModel, seed }: PlayerOptions,
  { world, task }: { readonly world: World; readonly task: unknown },
  work: (play: PlayAttempts) => Promise<T>,
): Promise<T> {
  if (rewardModel === null) return work(withoutVotes(world, task, seed))
  const player = await votingPlayer(config, rewardModel)
  try {
    return await work(player.playing(task))
  } finally {
    await player.close()
  }
}

/** An episode in this thread; programs are run in monty. */
export const openHere = async (world: World, task: unknown, key: Key): Promise<OpenEpisode> =>
  world.open(task, {
    key,
    signal: new AbortController().signal,
    run: job => Promise.resolve(runInMonty(job)),
  })

/** By `openHere`. */
const withoutVotes =
  (world: World, task: unknown, seed: number): PlayAttempts =>
  async attempts => {
    const played: PlayedAttempt[] = []
    for (const attempt of attempts)
      played.push(
        await playOne(world, task, seed, attempt).then(
          rollout => ({ ...attempt, rollout }),
          (thrown: unknown) => ({ ...attempt, rollout: null, invalid: reasonOf(thrown) }),
        ),
      )
    return played
  }

async function playOne(world: World, task: unknown, seed: number, { actions }: AttackAttempt): Promise<Rollout> {
  const episode = await openHere(world, task, derive(rootKey(seed), 'attack'))
  try {
    const steps: EpisodeStep[] = []
    let [agent, won, over, score] = [episode.agent ?? soleAgent, false, false, 0]
    for (const action of actions.slice(0, world.stepLimit(task))) {
      if (over) break
      const { agent: next, observation, label, ...result } = await episode.act(action)
      const { reward, localReward } = result
      const own = { ...(reward === undefined ? {} : { reward }), ...(localReward === undefined ? {} : { localReward }) }
      steps.push({ ...unsampled, ...own, agent, action, observation, label })
      ;[agent, won, score] = [next ?? soleAgent, result.won, result.score]
      over = won || (result.lost ?? false)
    }
    const ending = over ? 'terminal' : 'truncated'
    return { episode: { id: 'attack', opening: episode.observation, steps, won, score, ending }, notes: {} }
  } finally {
    await episode.close()
  }
}

/** Plays with the votes of a reward model. @throws {RangeError} if it cannot be loaded, or its kind or the world's agents are others. */
async function votingPlayer(
  given: RunConfig,
  folder: string,
): Promise<{ readonly playing: (task: unknown) => PlayAttempts; readonly close: () => Promise<void> }> {
  const preparation = await prepare(given, undefined)
  const { world } = preparation
  if ((world.agents ?? []).length > 1 || world.unitTesting !== undefined)
    throw new RangeError(`--reward-model must be left out for ${world.name}: votes are asked of one agent's steps`)
  const stored = await loadModels({ ...modelsOf(given, preparation), [rewardModelName]: folder })
  const { signal: unsubscribed } = new AbortController()
  const lab = await startLab({ config: given, preparation, stored, tell: () => {}, unsubscribed })
  const where = { config: rlanythingConfig(given), root: lab.root }
  let episodes = 0
  const playing =
    (task: unknown): PlayAttempts =>
    async attempts => {
      const requests = attempts.map(({ actions }) => ({
        id: `attack/${(episodes += 1)}`,
        task,
        key: derive(lab.root, 'attack'),
        players: { [soleAgent]: { kind: 'script' as const, actions } },
        /* The same draws for each: attempts differ by their actions alone. */
        observers: {
          [recordedObserver]: votingOf(where, { use: 'attack', iteration: 0, slot: 0, episode: 0 }, 'verdicts'),
        },
      }))
      const { rollouts } = await lab.rollouts.play(requests)
      return requests.map(({ id }, index): PlayedAttempt => {
        const attempt = attempts[index] ?? { kind: 'searched', actions: [] }
        const rollout = rollouts.get(id)
        return rollout === undefined
          ? { ...attempt, rollout: null, invalid: 'it was not played' }
          : { ...attempt, rollout }
      })
    }
  return { playing, close: lab.stop }
}
