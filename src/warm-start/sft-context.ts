/** What every phase of a warm start works with. Types only. */
import type { Environment } from '../contracts/environment.ts'
import type { Key } from '../math/random.ts'
import type { Tokenizer } from '../model/tokenizer/tokenizer.ts'
import type { RunConfig } from '../config/config.ts'
import type { WarmStartEvent } from './events.ts'
import type { RunActors } from '../run/actors/run-actors.ts'
import type { WarmStartRecipe } from '../config/warm-start-recipe.ts'

export interface SftContext {
  readonly cast: RunActors
  readonly world: Environment<unknown, unknown>
  readonly config: RunConfig
  readonly tokenizer: Tokenizer
  readonly recipe: WarmStartRecipe
  readonly root: Key
  readonly emit: (event: WarmStartEvent) => void
  readonly signal?: AbortSignal
}
