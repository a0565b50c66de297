/** Random plays of a world of pure functions. */
import fc from 'fast-check'
import type { Environment, Split, StepLabel, Transition } from '../../contracts/worlds/environment.ts'
import type { Job, TestResult } from '../../contracts/worlds/job.ts'
import { derive, randomFrom, rootKey, type Random } from '../../math/random.ts'
import { givenRewards } from '../../rollout/episode/given-rewards.ts'
import { beginStep } from '../../rollout/step-outcome.ts'
import type { Transcript } from './broken-text.ts'

/** A task and a row of choices: of an admissible command, the expert's, or one that no world takes. */
export interface RandomPlay {
  readonly seed: number
  readonly split: Split
  readonly choices: readonly number[]
}

export const plays: fc.Arbitrary<RandomPlay> = fc.record({
  seed: fc.nat(),
  split: fc.constantFrom<Split[]>('train', 'seen', 'unseen'),
  choices: fc.array(fc.nat(), { maxLength: 25 }),
})

/** A command that no world takes. */
export const nonsense = 'dance on the ceiling'

/** Every state of an episode but the last, and what was done there. */
interface WalkedPlay<Task, State> {
  readonly task: Task
  readonly visits: readonly { readonly state: State; readonly action: string }[]
  readonly last: State
  /** The opening and each observation. */
  readonly texts: readonly string[]
  readonly won: boolean
}

export interface WorldPlayer<Task, State> {
  readonly task: (split: Split, seed: number) => Task
  /** The transition of an action, its program run where it is one. */
  readonly lead: (before: State, action: string) => Transition<State>
  readonly labelOf: (before: State, action: string) => StepLabel
  /** Ends where nothing is left to be done. */
  readonly walk: (play: RandomPlay) => WalkedPlay<Task, State>
  /** By the expert, as long as it knows a step, within the limit of the task. */
  readonly expertly: (play: RandomPlay) => WalkedPlay<Task, State>
  /** Of what was walked last. */
  readonly told: () => Transcript
}

export function worldPlayer<Task, State>(
  world: Environment<Task, State>,
  run: (job: Job) => readonly TestResult[],
): WorldPlayer<Task, State> {
  let transcript: Transcript = { steps: [] }
  const task = (split: Split, seed: number) => world.generate(split, chanceOf(seed, split))
  const lead = (before: State, action: string): Transition<State> => {
    const { transition, executionCheck: examination } = beginStep(world, before, action)
    if (examination === null) return transition
    const graded = examination.grade(run(examination.job))
    const { observation, won } = graded
    return { state: transition.state, observation, won, ...givenRewards(graded) }
  }
  const labelOf = (before: State, action: string): StepLabel => {
    const { executionCheck: examination } = beginStep(world, before, action)
    return examination === null ? world.label(before, action) : examination.grade(run(examination.job)).label
  }
  const follow = (made: Task, limit: number, choose: (state: State, step: number) => string | null) => {
    const begun = world.start(made)
    transcript.opening = begun.observation
    const texts = [begun.observation]
    const visits: { readonly state: State; readonly action: string }[] = []
    let { state } = begun
    for (let step = 0; step < limit; step += 1) {
      const action = choose(state, step)
      if (action === null) break
      const told: Transcript['steps'][number] = { action }
      transcript.steps.push(told)
      visits.push({ state, action })
      const { state: next, observation, won, lost = false } = lead(state, action)
      told.observation = observation
      texts.push(observation)
      state = next
      if (won || lost) return { task: made, visits, last: state, texts, won }
    }
    return { task: made, visits, last: state, texts, won: false }
  }
  const begin = ({ split, seed }: RandomPlay): Task => {
    transcript = { steps: [] }
    const made = task(split, seed)
    transcript.task = made
    return made
  }
  return {
    task,
    lead,
    labelOf,
    walk: play =>
      follow(begin(play), play.choices.length, (state, step) => {
        const admissible = world.admissible(state)
        return admissible.length === 0
          ? null
          : commandFor(play.choices[step] ?? 0, admissible, () => world.expert(state))
      }),
    expertly: play => {
      const made = begin(play)
      return follow(made, world.stepLimit(made), state => world.expert(state))
    },
    told: () => transcript,
  }
}

/** One command in seven is nonsense; of the others every second is the expert's, so that some play is won. */
export function commandFor(choice: number, admissible: readonly string[], expert: () => string | null): string {
  if (choice % 7 === 0) return nonsense
  const drawn = admissible[choice % admissible.length] ?? nonsense
  return choice % 2 === 0 ? (expert() ?? drawn) : drawn
}

/** Chance of a play. */
export const chanceOf = (seed: number, use: string): Random => randomFrom(derive(rootKey(seed), use))
