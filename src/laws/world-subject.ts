import fc from 'fast-check'
import type { Environment, Split, StepLabel, Transition } from '../contracts/worlds/environment.ts'
import { derive, randomFrom, rootKey } from '../math/random.ts'
import { beginStep } from '../rollout/step-outcome.ts'
import type { Job, TestResult } from '../contracts/worlds/job.ts'
import type { Law } from './law.ts'

export type WorldSubject<Task, State> = ReturnType<typeof worldSubject<Task, State>>

/** How the laws play a world. */
export function worldSubject<Task, State>(
  world: Environment<Task, State>,
  runs: number,
  run: (job: Job) => readonly TestResult[],
) {
  const task = (split: Split, seed: number) => world.generate(split, randomFrom(derive(rootKey(seed), split)))
  /** The transition of an action, its program run where it is one. */
  const lead = (before: State, action: string): Transition<State> => {
    const { transition, executionCheck: examination } = beginStep(world, before, action)
    if (examination === null) return transition
    const { observation, won } = examination.grade(run(examination.job))
    return { state: transition.state, observation, won }
  }
  const labelOf = (before: State, action: string): StepLabel => {
    const { executionCheck: examination } = beginStep(world, before, action)
    return examination === null ? world.label(before, action) : examination.grade(run(examination.job)).label
  }
  /** Every state of a random episode except the last, with the action taken; it ends when no action is left. */
  const walk = ({ seed, split, choices }: Play) => {
    const begun = world.start(task(split, seed))
    const texts = [begun.observation]
    const visits: { readonly state: State; readonly action: string }[] = []
    let { state } = begun
    for (const choice of choices) {
      const admissible = world.admissible(state)
      if (admissible.length === 0) break
      const action = commandFor(choice, admissible, () => world.expert(state))
      visits.push({ state, action })
      const { state: next, observation, won, lost = false } = lead(state, action)
      texts.push(observation)
      state = next
      if (won || lost) break
    }
    return { visits, last: state, texts }
  }
  const inEachPlay = (check: (each: Play) => void, numRuns = runs): void =>
    fc.assert(fc.property(plays, check), { numRuns })
  const law = (name: string, check: (each: Play) => void): Law => ({ name, check: () => inEachPlay(check) })
  return { world, runs, task, lead, labelOf, walk, inEachPlay, law }
}

/** A task and a row of choices: of an admissible command, the expert's, or one that no world takes. */
interface Play {
  readonly seed: number
  readonly split: Split
  readonly choices: readonly number[]
}

/** A command that no world takes. */
export const nonsense = 'dance on the ceiling'

/** One command in seven is nonsense; of the others every second is the expert's, so that some play is won. */
function commandFor(choice: number, admissible: readonly string[], expert: () => string | null): string {
  if (choice % 7 === 0) return nonsense
  const drawn = admissible[choice % admissible.length] ?? nonsense
  return choice % 2 === 0 ? (expert() ?? drawn) : drawn
}

const plays: fc.Arbitrary<Play> = fc.record({
  seed: fc.nat(),
  split: fc.constantFrom<Split[]>('train', 'seen', 'unseen'),
  choices: fc.array(fc.nat(), { maxLength: 25 }),
})
