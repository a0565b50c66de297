/** One client's use of a world: episodes one after the other. */
import type { Split } from '../../contracts/worlds/environment.ts'
import type { ActResult, OpenEpisode } from '../../contracts/worlds/world.ts'
import { derive, rootKey } from '../../math/random.ts'
import type { ResetData } from '../wire/requests.ts'
import { inTime } from './in-time.ts'
import type { ServedWorld } from './served-world.ts'

/** As it goes over the wire, whatever the transport. */
export interface SessionObservation {
  readonly observation: Readonly<Record<string, unknown>>
  readonly reward: number | null
  readonly done: boolean
  /** Whether the episode ended for good or was cut off, and its score; empty after a reset. */
  readonly metadata: Readonly<Record<string, unknown>>
}

interface SessionState {
  readonly episode_id: string | null
  readonly step_count: number
}

export interface WorldSession {
  /** @throws {Error} if the world does, or does not answer in time. @throws {RangeError} if there is no such task. */
  readonly reset: (data: ResetData) => Promise<SessionObservation>
  /** In an episode of seed 0 where none was begun. @throws {Error} if the world does, or the episode is over. */
  readonly step: (command: string) => Promise<SessionObservation>
  readonly state: () => SessionState
  /** Ends the episode under way, and waits no longer for its world than for an answer. */
  readonly close: () => Promise<void>
}

interface WorldSessionOptions {
  readonly served: ServedWorld
  /** Most milliseconds for one answer of the world. */
  readonly deadlineMs: number
  /** Seed of a reset that names no task: an integer in [0, 2³¹). */
  readonly freshSeed: () => number
}

interface Running {
  readonly id: string | null
  readonly episode: OpenEpisode
  readonly limit: number
  readonly controller: AbortController
  /** Of the expert; `null` where admissible actions are not sent. */
  readonly simulated: { state: unknown } | null
  steps: number
  over: boolean
}

export function createWorldSession({ served, deadlineMs, freshSeed }: WorldSessionOptions): WorldSession {
  const { world, admissible, run } = served
  let running: Running | null = null
  let hasBegun = false
  let isClosed = false

  const end = async (): Promise<void> => {
    const ended = running
    running = null
    ended?.controller.abort()
    if (ended === null) return
    /* The client has no use for an error of a world that it left. */
    await inTime(deadlineMs, ended.episode.close(), () => {}).catch(() => {})
  }
  const begin = async (data: ResetData): Promise<Running> => {
    const split: Split = data.split ?? 'train'
    const index = data.index ?? data.seed ?? freshSeed()
    const count = served.splits.find(({ name }) => name === split)?.count ?? 0
    if (data.index !== undefined && data.index !== null && data.index >= count)
      throw new RangeError(`index must be in [0, ${count}), got ${data.index}`)
    const task = served.task(split, index)
    hasBegun = true
    await end()
    const key = derive(rootKey(data.seed ?? 0), 'served episode', split, index)
    const controller = new AbortController()
    const opening = Promise.resolve(world.open(task, { key, signal: controller.signal, run }))
    const episode = await inTime(deadlineMs, opening, () => {
      controller.abort()
      /* It may yet open. */
      opening.then(late => late.close()).catch(() => {})
    })
    const simulated = admissible === null ? null : { state: admissible.start(task, key).state }
    const limit = world.stepLimit(task)
    return { id: data.episode_id ?? null, episode, limit, controller, simulated, steps: 0, over: false }
  }
  const play = async (data: ResetData): Promise<Running> => {
    const begun = await begin(data)
    running = begun
    /* The client left while it was opened. */
    if (isClosed) await end()
    return begun
  }
  const told = (at: Running, text: string, rest: object): Readonly<Record<string, unknown>> => ({
    text,
    ...(at.simulated === null || admissible === null ? {} : { admissible: admissible.admissible(at.simulated.state) }),
    ...rest,
  })

  return {
    reset: async data => {
      const begun = await play(data)
      const { observation, agent } = begun.episode
      const rest = { won: false, ...(agent === undefined ? {} : { agent }), metadata: {} }
      return { observation: told(begun, observation, rest), reward: null, done: false, metadata: {} }
    },
    step: async command => {
      const at = running ?? (hasBegun ? null : await play({ seed: 0 }))
      if (at === null || at.over) throw new Error('the episode is over: reset begins another one')
      /* An episode whose world threw is not continued. */
      at.over = true
      const result = await inTime(deadlineMs, Promise.resolve(at.episode.act(command)), () => void end())
      at.steps += 1
      if (at.simulated !== null && admissible !== null)
        at.simulated.state = admissible.step(at.simulated.state, command).state
      const { reward, done, ...metadata } = outcomeOf(result, at.steps >= at.limit)
      at.over = done
      const { observation, agent, won } = result
      const rest = { won, ...(agent === undefined ? {} : { agent }), metadata }
      return { observation: told(at, observation, rest), reward, done, metadata }
    },
    state: () => ({ episode_id: running?.id ?? null, step_count: running?.steps ?? 0 }),
    close: async () => {
      isClosed = true
      await end()
    },
  }
}

/** Worlds with an outcome alone reward the last step by the episode's score, and all others by 0. */
function outcomeOf({ won, lost = false, score, reward }: ActResult, atLimit: boolean) {
  const terminated = won || lost
  const done = terminated || atLimit
  return { reward: reward ?? (done ? score : 0), done, terminated, truncated: done && !terminated, score }
}
