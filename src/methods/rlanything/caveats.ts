import type { RunConfig } from '../../config/config.ts'
import type { World } from '../../contracts/worlds/world.ts'

/** The parts of RLAnything that this world does not support, as sentences. */
export const caveatsOf = (
  { adaptation }: Pick<RunConfig, 'adaptation'>,
  { name, editor, oracle }: Pick<World, 'name' | 'editor' | 'oracle'>,
): readonly string[] => [
  ...(adaptation.enabled && editor === undefined ? [`${name} has no editor: its tasks stay as they are`] : []),
  ...(oracle === undefined
    ? [`${name} has no oracle: how often votes are right about a step is only measured where the world labels steps`]
    : []),
]
