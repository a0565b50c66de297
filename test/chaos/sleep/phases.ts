/** A moment in each phase of a run, by the messages of a run that nobody disturbs. */
import type { Bedtime } from './fall-asleep.ts'

export interface Phase {
  readonly phase: string
  readonly bedtime: Bedtime
}

export interface Trial {
  /** Changes to the world's preset. */
  readonly config: object
  readonly phases: readonly Phase[]
}

const sent = (phase: string, [actor, kind, nth]: readonly [string, string, number], model?: string): Phase => ({
  phase,
  bedtime: { actor, kind, nth, delayMs: 5, ...(model === undefined ? {} : { model }) },
})

const saving: Phase = { phase: 'saving a checkpoint', bedtime: { opening: 'reward-model/optimizer' } }

const evaluation = { tasks: 8, probeTasks: 4, every: 0 }

export const trials: Readonly<Record<'household' | 'coding', Trial>> = {
  household: {
    config: { iterations: 3, tasks: { slots: 8, perIteration: 4, episodes: 4 }, evaluation, checkpoint: { every: 1 } },
    phases: [
      sent('loading the models', ['trainer', 'load', 1]),
      sent('evaluating before', ['policy', 'sample', 100]),
      sent('measuring the reward model', ['observer', 'sample', 20]),
      sent('playing', ['policy', 'sample', 500]),
      sent('stepping the world', ['environment/0', 'observed', 520]),
      sent('voting', ['observer', 'sample', 200]),
      sent('scoring', ['trainer', 'logprobs', 2], 'policy'),
      sent('training the policy', ['trainer', 'forward-backward', 6], 'policy'),
      sent('updating the policy', ['trainer', 'optim-step', 6], 'policy'),
      sent('training the reward model', ['trainer', 'forward-backward', 6], 'reward-model'),
      sent('deciding about tasks', ['trainer', 'adapt', 3]),
      saving,
      sent('evaluating after', ['policy', 'sample', 1300]),
    ],
  },
  coding: {
    config: { iterations: 2, tasks: { slots: 8, perIteration: 2, episodes: 4 }, evaluation, checkpoint: { every: 1 } },
    phases: [
      sent('starting an interpreter', ['trainer', 'play', 1]),
      sent('running programs', ['policy', 'acted', 8]),
      sent('examining programs', ['trainer', 'run-tests', 3]),
      sent('playing', ['policy', 'sample', 44]),
      sent('voting', ['observer', 'sample', 12]),
      sent('training the policy', ['trainer', 'forward-backward', 3], 'policy'),
      sent('deciding about tasks', ['trainer', 'adapt', 1]),
      saving,
    ],
  },
}
