/** Random plays of a world that opens episodes. */
import type { ActResult, OpenEpisode, RunJob, World } from '../../contracts/worlds/world.ts'
import { nth } from '../../math/nth.ts'
import { derive, rootKey, type Key } from '../../math/random.ts'
import type { Transcript } from './broken-text.ts'
import { chanceOf, commandFor, nonsense, type RandomPlay } from './play.ts'

/** An episode, as far as it was played. */
interface Played {
  readonly opening: Pick<OpenEpisode, 'observation' | 'agent'>
  readonly results: readonly ActResult[]
}

/** Plays as the choices of a play say, one episode at a time. */
export class OpenPlayer<Task> {
  /** Of what was played last. */
  transcript: Transcript = { steps: [] }
  readonly #world: World<Task>
  readonly #tasks: readonly Task[]
  readonly #run: RunJob

  /** @param tasks for a world that generates none. */
  constructor(world: World<Task>, tasks: readonly Task[], run: RunJob) {
    this.#world = world
    this.#tasks = tasks
    this.#run = run
  }

  async begin(play: RandomPlay): Promise<{ readonly task: Task; readonly episode: OpenEpisode }> {
    this.transcript = { steps: [] }
    const task = this.#taskOf(play)
    this.transcript.task = task
    const surroundings = { key: keyOfPlay(play), run: this.#run, signal: new AbortController().signal }
    const episode = await this.#world.open(task, surroundings)
    this.transcript.opening = episode.observation
    return { task, episode }
  }

  async act(episode: OpenEpisode, action: string): Promise<ActResult> {
    const told: Transcript['steps'][number] = { action }
    this.transcript.steps.push(told)
    const result = await episode.act(action)
    told.observation = result.observation
    return result
  }

  /** Acts until the episode is over or cut off. */
  async acted(episode: OpenEpisode, actions: readonly string[]): Promise<ActResult[]> {
    const results: ActResult[] = []
    for (const action of actions) {
      if (results.some(isOver)) break
      results.push(await this.act(episode, action))
    }
    return results
  }

  async playOut(play: RandomPlay): Promise<Played> {
    const { task, episode } = await this.begin(play)
    const { observation, agent } = episode
    try {
      const results = await this.acted(episode, this.actionsOf(play, task))
      return { opening: { observation, ...(agent === undefined ? {} : { agent }) }, results }
    } finally {
      await episode.close()
    }
  }

  /** As many as the step limit allows. */
  actionsOf(play: RandomPlay, task: Task): readonly string[] {
    const { simulator, language } = this.#world
    const choices = play.choices.slice(0, this.#world.stepLimit(task))
    const phrases = language?.phrases ?? []
    if (simulator === undefined)
      return choices.map(choice => (choice % 7 === 0 ? undefined : phrases[choice % phrases.length]) ?? nonsense)
    let { state } = simulator.start(task, keyOfPlay(play))
    return choices.map(choice => {
      const action = commandFor(choice, simulator.admissible(state), () => simulator.expert(state))
      state = simulator.step(state, action).state
      return action
    })
  }

  #taskOf({ split, seed }: RandomPlay): Task {
    const { generate } = this.#world
    return generate === undefined ? nth(this.#tasks, seed % this.#tasks.length) : generate(split, chanceOf(seed, split))
  }
}

export const keyOfPlay = (play: RandomPlay): Key => derive(rootKey(play.seed), 'episode')

export const isOver = ({ won, lost = false }: ActResult): boolean => won || lost
