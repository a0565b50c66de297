/** Plays attempts: without models, step signals are the labels that the world has; or with votes of a reward model. */
import { recordedObserver, type EpisodeStep, type Rollout } from '../../contracts/episode.ts'
import { reasonOf } from '../../contracts/failure.ts'
import type { World } from '../../contracts/worlds/world.ts'
import { derive, rootKey } from '../../math/random.ts'
import { votingOf, rewardModelName } from '../../reward/requests-with-votes.ts'
import { rlanythingConfig } from '../../methods/rlanything/settings.ts'
import { soleAgent } from '../../rollout/episode/agents.ts'
import type { RunConfig } from '../../config/config.ts'
import { loadModels } from '../../run/actors/load-models.ts'
import { modelsOf, prepare } from '../../run/prepare.ts'
import { startLab } from '../../run/start-lab.ts'
import { runInMonty } from '../../sandbox/monty/run.ts'
import type { AttackAttempt, PlayAttempts, PlayedAttempt } from './attempt.ts'

const none = { tokens: new Int32Array(), logprobs: new Float32Array(), context: new Int32Array(), version: 0 }

/** In this thread; programs are run in monty. */
export const withoutVotes =
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
  const { signal } = new AbortController()
  const key = derive(rootKey(seed), 'attack')
  const episode = await world.open(task, { key, signal, run: job => Promise.resolve(runInMonty(job)) })
  try {
    const steps: EpisodeStep[] = []
    let [agent, won, over, score] = [episode.agent ?? soleAgent, false, false, 0]
    for (const action of actions.slice(0, world.stepLimit(task))) {
      if (over) break
      const { agent: next, observation, label, ...result } = await episode.act(action)
      const { reward, localReward } = result
      const own = { ...(reward === undefined ? {} : { reward }), ...(localReward === undefined ? {} : { localReward }) }
      steps.push({ ...none, ...own, agent, action, observation, label })
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
export async function votingPlayer(
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
