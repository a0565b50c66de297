/** A forecast's omissions, and the assumptions of its estimates, in sentences. Pure. */
import type { RunConfig } from '../config/config.ts'
import type { World } from '../contracts/worlds/world.ts'
import { maxOffPolicyIterations } from '../learning/staleness.ts'
import type { Method } from '../methods/method.ts'
import type { TriedSummary } from './counts/forecast.ts'
import type { Speaker } from './models/speakers.ts'

interface NoteOptions {
  readonly config: RunConfig
  readonly world: World
  readonly method: Pick<Method, 'name' | 'uncounted'>
  readonly trial: TriedSummary
  readonly adapts: boolean
  /** By the name of the model. */
  readonly speakers: readonly (Speaker & { readonly model: string })[]
}

export function notesOf({ config, world, method, trial, adapts, speakers }: NoteOptions): readonly string[] {
  const note = (isTrue: boolean, text: string): readonly string[] => (isTrue ? [text] : [])
  const { tasks, turns, limit } = trial
  const chats = speakers.flatMap(({ model, renderer }) => (renderer.form === 'chat' ? [model] : []))
  const texts = speakers.flatMap(({ model, stored }) => (stored.served?.api === 'chat' ? [model] : []))
  return [
    world.simulator === undefined
      ? `About: ${world.name} has no expert that could play here, so that only what is asked is counted, for all ${turnsText(limit)}; what the world says in between is not.`
      : `About: ${tasks} tasks were played here without a model, each by the expert and at random: ${turns.toFixed(1)} turns on average, at most ${limit}.`,
    'At most: by step limit, maximum tokens and contexts of the models; never exceeded but by work that is done again.',
    ...note(chats.length > 0, `About: an answer of ${chats.join(' and ')} is taken to be half of what it may be.`),
    ...note(
      texts.length > 0,
      `About: four bytes of English are one token of ${texts.join(' and ')}, which is sent text.`,
    ),
    'Trained: every group of a drawn task; those that a filter leaves out, or whose episodes are all alike, take less.',
    ...note(adapts, 'Proposed tasks: about one for each drawn task; at most one for each slot.'),
    ...note(adapts, `The limit of ${turnsText(limit)} is that of the tasks as they begin: edits may change it.`),
    ...note(
      maxOffPolicyIterations(config) > 0,
      `Episodes are played up to ${maxOffPolicyIterations(config)} iterations ahead.`,
    ),
    ...note(method.uncounted !== null, `Not counted, of the method ${method.name}: ${method.uncounted}.`),
    ...Object.entries(trial.tooLong).flatMap(([model, count]) =>
      note(count > 0, `Of ${trial.episodes} tried episodes ${count} are longer than the context of ${model}.`),
    ),
  ]
}

const turnsText = (count: number): string => (count === 1 ? '1 turn' : `${count} turns`)
