/** A run under way. Types only. */
import type { RunConfig } from '../../config/config.ts'
import type { Evaluated } from '../../contracts/metrics.ts'
import type { World } from '../../contracts/worlds/world.ts'
import type { MethodRun } from '../../methods/method.ts'
import type { ModelTokenizer } from '../actors/stored-model.ts'
import type { RunActors } from '../actors/run-actors.ts'
import type { RunDirectory } from '../directory/run-directory.ts'
import type { Summary } from '../events/events.ts'
import type { Stores } from '../../store/stores.ts'
import type { Given } from '../events/how-to-resume.ts'

export interface Run {
  readonly directory: RunDirectory
  readonly config: RunConfig
  readonly world: World
  readonly runActors: RunActors
  readonly method: MethodRun
  /** The options that must be given again when it is resumed. */
  readonly given: readonly Given[]
  /** The tokenizer of each model, with its chat template if it has one, by its name. */
  readonly tokenizers: Readonly<Record<string, ModelTokenizer>>
  /** Networks beside the models, by their names on the engine. */
  readonly networks: readonly string[]
  readonly stores: Stores
  /** Iterations made. */
  readonly iteration: number
  readonly before: Summary
  /** The newest evaluation. */
  readonly latest: Evaluated
  /** Measurements of the newest iteration; nothing before the first. */
  readonly newest: Pick<Evaluated, 'measures'>
}
