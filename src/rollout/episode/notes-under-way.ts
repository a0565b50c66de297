/** The notes on an episode, as they come. */
import type { Episode, Note, Rollout } from '../../contracts/episode.ts'
import type { Noted } from '../../contracts/messages/run.ts'
import type { RolloutRequest } from '../../contracts/messages/rollouts.ts'

/** [steps] by observer. */
export type NotesUnderWay = Readonly<Record<string, (Note | undefined)[]>>

export const noNotes = ({ observers }: RolloutRequest): NotesUnderWay =>
  Object.fromEntries(Object.keys(observers).map(observer => [observer, []]))

/** Of an observer that was not asked nothing is kept. */
export function note(notes: NotesUnderWay, { observer, step, note }: Noted): void {
  const own = Object.hasOwn(notes, observer) ? notes[observer] : undefined
  if (own !== undefined) own[step] = note
}

/** Whether every observer has answered for every step. */
export const isComplete = (notes: NotesUnderWay, { steps }: Episode): boolean =>
  Object.values(notes).every(own => steps.every((_, step) => own[step] !== undefined))

export const finishedNotes = (notes: NotesUnderWay): Rollout['notes'] =>
  Object.fromEntries(Object.entries(notes).map(([observer, own]) => [observer, own.filter(step => step !== undefined)]))
