/** The context of every phase of a warm start. Types only. */
import type { World } from '../contracts/worlds/world.ts'
import type { Key } from '../math/random.ts'
import type { Renderer } from '../model/renderers/renderer.ts'
import type { RlanythingConfig } from '../methods/rlanything/settings.ts'
import type { WarmStartEvent } from './events.ts'
import type { RunActors } from '../run/actors/run-actors.ts'
import type { WarmStartRecipe } from '../config/warm-start-recipe.ts'

/** The parts that a world needs for demonstrations. */
export type Demonstrator = Required<Pick<World, 'generate' | 'simulator' | 'language'>>

export interface SftContext {
  readonly runActors: RunActors
  readonly world: World
  /** The parts of the world that demonstrations are made with. */
  readonly demonstrator: Demonstrator
  readonly config: RlanythingConfig
  /** How both models are spoken to. */
  readonly renderer: Renderer
  readonly recipe: WarmStartRecipe
  readonly root: Key
  readonly emit: (event: WarmStartEvent) => void
  readonly signal?: AbortSignal
}
