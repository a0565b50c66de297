import type { EpisodeStep, Note } from '../../contracts/episode.ts'
import type { ObserverView } from '../../contracts/observer-view.ts'
import type { Stepped } from '../../contracts/messages/run.ts'

/** An episode up to a step. */
interface Before {
  readonly opening: string
  /** Those before it. */
  readonly steps: readonly Pick<EpisodeStep, 'observation'>[]
}

/** An observer's view of the steps before; it knows its view from this alone. */
export function observerContext(
  view: ObserverView = 'history',
  { opening, steps }: Before,
): Pick<Stepped, 'step' | 'opening' | 'before'> {
  const step = steps.length
  if (view === 'step') return { step, opening, before: steps.at(-1)?.observation ?? '' }
  return { step, opening: step === 0 ? opening : '' }
}

/** The mark on a step's notes. */
export const markOf = ({ before }: Pick<Stepped, 'before'>): Pick<Note, 'alone'> =>
  before === undefined ? {} : { alone: true }
