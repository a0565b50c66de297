/** Prompts of a generative reward model, and the parsing of its samples. */
import type { JsonSchema } from '../contracts/models/json-schema.ts'
import type { Sample } from '../contracts/models/device.ts'
import type { TestNote, VerdictNote } from '../contracts/episode.ts'
import type { EpisodeReading, Renderer } from '../model/renderers/renderer.ts'

export interface NoteProtocol extends Pick<EpisodeReading, 'read' | 'promptSuffix'> {
  /** The form of a sample, for engines that keep to one. */
  readonly schema?: JsonSchema
  /** Reads the samples of a step. @param context the reward model's input for it. @param opposites as `Observing` has it. */
  readonly noteOf: (context: Int32Array, samples: readonly Sample[], opposites?: true) => VerdictNote | TestNote
}

export type NoteProtocolFactory = (renderer: Renderer) => NoteProtocol
