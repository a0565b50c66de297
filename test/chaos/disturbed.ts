/** A run whose actors die on the way. */
import type { Death } from '../../src/runtime/errors/death.ts'
import type { RunConfig } from '../../src/config/config.ts'
import type { TrainingEvent } from '../../src/run/events/events.ts'
import { resumeRun } from '../../src/run/resume.ts'
import { trainRun } from '../../src/run/train.ts'
import { eventsOf } from '../run/tiny-run.ts'
import { differences } from './differences.ts'
import { everythingOf } from './everything.ts'
import { mortals, roleOf, type MortalsOptions } from './mortals.ts'

export interface DisturbedOptions {
  readonly config: RunConfig
  readonly directory: string
  readonly mortality: MortalsOptions
  /** `everythingOf` the run in which nobody dies. */
  readonly undisturbed: unknown
  /** An iteration after which it is interrupted and resumed; its actors then die anew. Never, if omitted. */
  readonly interruptAfter?: number
}

export interface Disturbed {
  readonly deaths: readonly Death[]
  /** From what the undisturbed run leaves behind. */
  readonly differences: readonly string[]
}

/**
 * Trains with mortal actors.
 * @throws {Error} if the run does not end well: who had died until then, and why it broke off.
 */
export async function disturbed(options: DisturbedOptions): Promise<Disturbed> {
  const { config, directory, mortality, undisturbed, interruptAfter } = options
  const deaths: Death[] = []
  const interrupt = new AbortController()
  const watch = (event: TrainingEvent): void => {
    if (event.kind === 'died') deaths.push(event.death)
    if (event.kind === 'iteration' && event.metrics.iteration === interruptAfter) interrupt.abort()
  }
  const actors = mortals(mortality)
  try {
    await eventsOf(trainRun({ config, directory, actors, signal: interrupt.signal }), watch)
    if (interrupt.signal.aborted) await eventsOf(resumeRun({ directory, actors }), watch)
  } catch (error) {
    throw new Error(`the run broke off after these deaths: ${deaths.map(wordsOf).join('; ')}`, { cause: error })
  }
  return { deaths, differences: differences(await everythingOf(directory), undisturbed) }
}

/** Who died of what, as `policy: hang`. */
export const pairOf = ({ actor, cause }: Death): string => `${roleOf(actor)}: ${cause}`

export const wordsOf = ({ actor, cause, reason }: Death): string => `${actor} (${cause}: ${reason})`
