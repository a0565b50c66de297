import type { Environment } from '../contracts/worlds/environment.ts'
import { soleAgent } from './episode/agents.ts'
import { givenRewards } from './episode/given-rewards.ts'
import { replayedScreens } from './episode/replayed-screens.ts'
import { beginStep } from './step-outcome.ts'
import type { ActResult, OpenEpisode, Simulator, RunJob, World } from '../contracts/worlds/world.ts'

/**
 * A pure world as one that is opened and acted in. It answers at once, but where a program has to be run first, so that it
 * is as fast as its functions are.
 */
export const fromPure = <Task, State>(world: Environment<Task, State>): World<Task> => ({
  name: world.name,
  deterministic: true,
  agents: world.turns?.agents ?? [soleAgent],
  forks: true,
  language: world.language,
  parseTask: value => world.parseTask(value),
  describe: task => world.describe(task),
  stepLimit: task => world.stepLimit(task),
  open: (task, { key, run }) => episodeOf(world, run, world.start(task, key)),
  generate: (split, random) => world.generate(split, random),
  editor: {
    names: direction => world.editNames(direction),
    edit: (task, name, random, complaint) => world.edit(task, name, random, complaint),
    valid: task => world.valid(task),
    ...(world.proposals === undefined ? {} : { proposals: world.proposals }),
  },
  /* States are the world's own, handed back to it unseen. */
  simulator: world as Simulator<Task>,
  ...(world.unitTesting === undefined ? {} : { unitTesting: world.unitTesting }),
  ...(world.prompts === undefined ? {} : { prompts: world.prompts }),
  ...(world.screen === undefined ? {} : { screens: replayedScreens(world, world.screen.bind(world)) }),
  ...(world.ladder === undefined ? {} : { ladder: world.ladder }),
  ...(world.review === undefined ? {} : { review: world.review }),
})

function episodeOf<Task, State>(
  world: Environment<Task, State>,
  run: RunJob,
  begun: { readonly state: State; readonly observation: string },
): OpenEpisode {
  let { state } = begun
  return {
    observation: begun.observation,
    ...nextIn(world, state),
    act: (action): ActResult | Promise<ActResult> => {
      const before = state
      const { transition, executionCheck } = beginStep(world, before, action)
      state = transition.state
      if (executionCheck !== null)
        return run(executionCheck.job).then(results => {
          const graded = executionCheck.grade(results)
          return isOver(graded) ? graded : { ...graded, ...nextIn(world, transition.state) }
        })
      const { observation, won, lost } = transition
      const label = world.label(before, action)
      return {
        observation,
        won,
        ...(lost === undefined ? {} : { lost }),
        score: won ? 1 : 0,
        ...givenRewards(transition),
        ...(isOver(transition) ? {} : nextIn(world, state)),
        label,
      }
    },
    fork: () => episodeOf(world, run, { state, observation: begun.observation }),
    close: () => Promise.resolve(),
  }
}

const isOver = ({ won, lost = false }: Pick<ActResult, 'won' | 'lost'>): boolean => won || lost

/** Whose turn it is, where there are several agents, and the name of the state, where it has one. */
const nextIn = <Task, State>(
  world: Environment<Task, State>,
  state: State,
): Pick<ActResult, 'agent' | 'situation'> => ({
  ...(world.turns === undefined ? {} : { agent: world.turns.next(state) }),
  ...(world.situation === undefined ? {} : { situation: world.situation(state) }),
})
