/**
 * How a world instructs language models that read prose: their role, their observations, and the form of an answer. Plain data.
 * Models that were trained on a world's own phrases need none of it.
 */
export interface WorldPrompts {
  readonly actor: ActorPrompt
  /** For the model that gives verdicts on each step; an answer is a reason and a score. */
  readonly observer: ObserverPrompt
  /** For the model that writes unit tests; an answer is one test in the form that `parseTest` of the world reads. */
  readonly tester?: ObserverPrompt
  /** For the model that sums up the observer's reasons over all episodes of a task in a few sentences. */
  readonly critic: string
  /** For the model that proposes a changed task; only for worlds whose editor has `propose`. */
  readonly proposer?: string
}

export interface ActorPrompt {
  /** The rules, the actions there are, and the form of an answer: a thought, then an action. */
  readonly instructions: string
  /** Where the action is in an answer: after `Action:` on the same line, or in a fenced block. */
  readonly action: ActionForm
}

export type ActionForm = 'line' | 'block'

export interface ObserverPrompt {
  readonly instructions: string
  /** Asked after the text of the episode so far. */
  readonly question: string
}
