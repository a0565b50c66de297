/** Screens as an episode's observations tell them. */
import type { ShownScreen } from '../../src/contracts/worlds/environment.ts'
import type { RecordedEpisode } from '../../src/contracts/worlds/world.ts'
import type { MiniwobTask } from './tasks/task.ts'

/** After the goal, or after an error, an observation is the whole page; `null` where one is not. */
export function recordedScreens({ opening, steps }: RecordedEpisode<MiniwobTask>): readonly ShownScreen[] | null {
  const trees = [opening, ...steps.map(({ observation }) => observation)].map(treeIn)
  const screens = trees.flatMap((tree, index) => (tree === null ? [] : [{ tree, calls: steps[index]?.action ?? '' }]))
  return screens.length === trees.length ? screens : null
}

/** A page begins at its root; the goal comes before it. */
function treeIn(observation: string): string | null {
  const at = observation.search(/^RootWebArea ['"]/m)
  return at < 0 ? null : observation.slice(at)
}
