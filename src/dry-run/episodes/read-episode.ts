/** What models read of an episode, in their own tokens. */
import type { ObserverView } from '../../contracts/observer-view.ts'
import { observerContext } from '../../rollout/episode/observer-context.ts'
import type { NoteProtocol } from '../../reward/note-protocol.ts'
import type { Renderer } from '../../model/renderers/renderer.ts'
import type { SpeakerProfile } from './profile.ts'
import type { SimulatedEpisode } from '../../rollout/episode/simulated.ts'

/** How long a model's answers are taken to be, and by how much its own tokens are longer than those counted here. */
export interface TokenMeasure {
  /** Tokens of an answer. */
  readonly answer: (text: string) => number
  /** Tokens that are counted here for one of the model's own; 1 but of models that are sent text. */
  readonly perToken: number
}

export function policyProfile(
  { opening, steps }: SimulatedEpisode,
  renderer: Renderer,
  measure: TokenMeasure,
): SpeakerProfile {
  const ended = Int32Array.from(renderer.stop.slice(0, 1))
  const observations = [opening, ...steps.map(({ observation }) => observation)].slice(0, steps.length)
  return {
    reads: observations.map((observation, turn) =>
      counted(renderer.turn(observation, turn === 0 ? null : ended), measure),
    ),
    writes: steps.map(({ action }) => measure.answer(action)),
  }
}

export function observerProfile(
  { opening, steps }: SimulatedEpisode,
  { read }: NoteProtocol,
  { view, ...measure }: TokenMeasure & { readonly view: ObserverView },
): SpeakerProfile {
  return {
    reads: steps.map(({ action, observation }, step) =>
      counted(
        read({ ...observerContext(view, { opening, steps: steps.slice(0, step) }), action, observation }),
        measure,
      ),
    ),
    writes: steps.map(() => measure.answer('')),
  }
}

export const counted = (tokens: Int32Array, { perToken }: Pick<TokenMeasure, 'perToken'>): number =>
  Math.ceil(tokens.length / perToken)
