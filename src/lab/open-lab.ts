/** The actors of a run without its loop: what `train` is built on, for loops and harnesses of a user's own. */
import type { Observable } from 'rxjs'
import type { Addressed } from '../contracts/actor.ts'
import type { Example } from '../contracts/models/device.ts'
import { laidOver, type Tree } from '../config/tree.ts'
import type { ModelSources, UntimedLab } from '../methods/method.ts'
import { loadRunConfig } from '../methods/registry/run-config.ts'
import { closable } from '../runtime/closable.ts'
import { ClosedError } from '../runtime/errors/closed-error.ts'
import type { SystemEvent } from '../runtime/supervision/system-event.ts'
import { callable, flag, listOf, number, opaque, optional, record, text, type Shape } from '../user-code/shape.ts'
import type { ActorOverrides } from '../run/actors/roles.ts'
import type { Taps } from '../run/actors/taps.ts'
import { dated } from '../run/events/dated.ts'
import type { Advantages } from './credit.ts'
import type { ExamplesOptions } from './examples.ts'
import type { Loop } from './loop.ts'
import type { LabPlayOptions } from './play.ts'
import { requireOptions, requireShape } from '../user-code/require-shape.ts'
import type { LabGroup, LabRollout } from './votes.ts'

export interface LabOptions {
  /** A world of the package by its name, or the path of a module. */
  readonly world: string
  /** Of all chance, 1. */
  readonly seed?: number
  /** One of the world's presets by its name; left out, the default one. */
  readonly preset?: string
  /** Settings of a run, over those of the preset: `{ method: 'grpo', engine: { threads: 2 } }`. */
  readonly settings?: Tree
  /** Folders or services of models, by their names, replacing or adding to those of the settings. */
  readonly models?: ModelSources
  /** User modules that replace the run's actors, e.g. `policy`. @see fromFunction */
  readonly actors?: ActorOverrides
  /** Actors of a user's own, each in a thread of its own, that get a copy of every message of the kinds they name. @see Tapped */
  readonly taps?: Taps
  /** The method's own formulas, as it takes them. */
  readonly formulation?: object
  /** All actors in the calling thread. */
  readonly inThread?: boolean
  /** Aborted: all requests to the actors are rejected with its reason. */
  readonly signal?: AbortSignal
  /** Called with each death of an actor, and with each restart. */
  readonly onEvent?: (event: SystemEvent) => void
}

/** Actors of a run that are ready; `await using`, or `close`, stops them. Stable, version 1: docs/architecture.md. */
export interface OpenLab extends UntimedLab, Loop, AsyncDisposable {
  /** The messages of a tap to `trainer`, from now on. @throws {RangeError} if there is no tap of that name. */
  readonly tapped: <Message extends Addressed = Addressed>(tap: string) => Observable<Message>
  /** @see playIn */
  readonly play: (options: LabPlayOptions) => Observable<LabRollout>
  /** The policy's training examples. @see examplesIn */
  readonly examples: (
    groups: readonly LabGroup[],
    advantages: Advantages,
    options: ExamplesOptions,
  ) => Promise<readonly Example[]>
  /** Replaces an actor, e.g. `environment/0`, by a fresh one with its state; unfinished episodes are played again. */
  readonly restart: (actor: string) => Promise<void>
  readonly close: () => Promise<void>
}

const tapShape = record({ on: listOf(text) })

const optionShapes = {
  world: text,
  seed: optional(number),
  preset: optional(text),
  settings: optional(record({})),
  models: optional(record({})),
  actors: optional(record({})),
  formulation: optional(record({})),
  inThread: optional(flag),
  signal: optional(opaque),
  taps: optional(record({})),
  onEvent: optional(callable),
} satisfies Record<keyof LabOptions, Shape>

/**
 * Starts the actors of a run with the world's preset and its starters, each in a separate thread, and restarts those that die.
 *
 * @throws {RangeError} if an option is wrong, a model is missing or does not fit into memory; {ConfigError} if a setting is.
 */
export async function openLab(options: LabOptions): Promise<OpenLab> {
  requireOptions('openLab', optionShapes, options)
  const { world: name, seed, preset = null, settings = {}, formulation, models = {}, ...rest } = options
  const {
    actors,
    taps = {},
    inThread,
    onEvent: tell = () => {},
    signal: unsubscribed = new AbortController().signal,
  } = rest
  for (const [name, tap] of Object.entries(taps)) requireShape(`tap ${name} of openLab`, tapShape, tap)
  const named = laidOver(settings, { environment: { name }, ...(seed === undefined ? {} : { seed }) })
  /* Late, so that importing the package is quick. */
  const [{ beginningNetworks, modelsOf, prepare }, { loadModels }, { vocabularyCaveats }, { startLab }] =
    await Promise.all([
      import('../run/prepare.ts'),
      import('../run/actors/load-models.ts'),
      import('../run/actors/speech.ts'),
      import('../run/start-lab.ts'),
    ])
  const [{ createLoop }, { playIn }, { examplesIn }] = await Promise.all([
    import('./loop.ts'),
    import('./play.ts'),
    import('./examples.ts'),
  ])
  const config = dated(await loadRunConfig(named, preset))
  const preparation = await prepare(config, formulation)
  const stored = await loadModels({ ...modelsOf(config, preparation), ...models })
  for (const caveat of vocabularyCaveats(stored, preparation.world)) process.emitWarning(caveat)
  const lab = await startLab({
    config,
    preparation,
    stored,
    taps,
    networks: beginningNetworks(config, preparation),
    tell,
    unsubscribed,
    ...(actors === undefined ? {} : { actors }),
    ...(inThread === undefined ? {} : { inThread }),
  })
  const loop = await createLoop(lab, preparation, formulation).catch(async (thrown: unknown) => {
    await lab.stop()
    throw thrown
  })
  const what = `the lab of ${name}`
  const guarded = closable<Loop & Pick<OpenLab, 'examples' | 'restart' | 'close'>>(what, {
    ...loop,
    examples: (groups, advantages, options) => examplesIn(lab, groups, advantages, options),
    restart: lab.runActors.restart,
    close: async () => {
      lab.runActors.fail(new ClosedError(what))
      await lab.stop()
    },
  })
  const { runActors, stores: _, stop: __, ...parts } = lab
  return {
    ...parts,
    ...guarded,
    tapped: runActors.tapped,
    play: options => playIn(lab, options),
    [Symbol.asyncDispose]: guarded.close,
  }
}
