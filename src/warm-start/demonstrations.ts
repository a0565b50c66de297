/** Demonstrations: the expert's episodes, with random and corrupted actions mixed in. Pure. */
import type { Environment, StepLabel } from '../contracts/worlds/environment.ts'
import { derive, randomFrom, type Random } from '../math/random.ts'
import { soleAgent } from '../rollout/episode/agents.ts'
import type { SftContext } from './sft-context.ts'

interface DemonstrationStep {
  /** Who acted; the same in all steps where there is one agent. */
  readonly agent: string
  readonly action: string
  readonly observation: string
  readonly label: StepLabel
}

export interface Demonstration {
  readonly opening: string
  readonly steps: readonly DemonstrationStep[]
  readonly won: boolean
}

export interface DemonstrationOptions {
  /** Share of steps at which some admissible action is taken instead, in [0, 1]. */
  readonly randomActionRate: number
  /** Share of steps at which a command is given that this world does not take, in [0, 1]. */
  readonly corruptedActionRate: number
}

/**
 * As many fresh training tasks, played.
 *
 * @param use keys them, with the batch.
 */
export const demonstrations = (
  { demonstrator: { generate, simulator, language }, root }: Pick<SftContext, 'demonstrator' | 'root'>,
  use: string,
  options: DemonstrationOptions,
  batch: number,
  count: number,
): Demonstration[] =>
  Array.from({ length: count }, (_, index) => {
    const key = derive(root, 'demonstration', use, batch, index)
    const task = generate('train', randomFrom(derive(key, 'task')))
    return demonstrate({ ...simulator, language }, task, randomFrom(derive(key, 'play')), options)
  })

/** Plays one task to its end or its step limit. */
export function demonstrate<Task, State>(
  world: Pick<
    Environment<Task, State>,
    'stepLimit' | 'start' | 'step' | 'turns' | 'admissible' | 'expert' | 'label' | 'language'
  >,
  task: Task,
  random: Random,
  { randomActionRate, corruptedActionRate }: DemonstrationOptions,
): Demonstration {
  const limit = world.stepLimit(task)
  const begun = world.start(task)
  const steps: DemonstrationStep[] = []
  let { state } = begun
  let won = false
  let lost = false
  while (!won && !lost && steps.length < limit) {
    const expert = world.expert(state)
    const chance = random.uniform()
    const action =
      expert !== null && chance >= randomActionRate + corruptedActionRate
        ? expert
        : expert !== null && chance < corruptedActionRate
          ? mangle(expert, world.language.phrases, random)
          : random.pick(world.admissible(state))
    const next = world.step(state, action)
    const agent = world.turns?.next(state) ?? soleAgent
    steps.push({ agent, action, observation: next.observation, label: world.label(state, action) })
    ;({ state, won, lost = false } = next)
  }
  return { opening: begun.observation, steps, won }
}

/** The command with its last word-and-number, or else its last word, replaced by a phrase of the world. */
function mangle(command: string, phrases: readonly string[], random: Random): string {
  const tail = /\S+ \d+$|\S+$/
  const names = phrases.filter(phrase => /^[a-z]+ \d+$/.test(phrase))
  return command.replace(tail, random.pick(names.length > 0 ? names : phrases))
}
