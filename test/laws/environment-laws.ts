/** What every world must satisfy, as tests; each world's own test applies it. */
import type { Environment } from '../../src/contracts/worlds/environment.ts'
import { environmentLaws as laws, type WorldLawOptions } from '../../src/laws/world/environment-laws.ts'
import { hold } from './hold.ts'

export const environmentLaws = <Task, State>(world: Environment<Task, State>, options: WorldLawOptions<Task>): void =>
  hold(world.name, laws(world, options))
