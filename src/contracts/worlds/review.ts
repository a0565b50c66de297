import type { RendererForm } from '../models/chat-template.ts'

/** Questions about answers, for a policy that verifies its answers: of worlds whose tasks are answered at one go. */
export interface ReviewQuestions<Task> {
  /** Is the answer right? Replied to by `right` or `wrong`. */
  readonly verify: (task: Task, answer: string) => string
  /** One of two answers is right: which? Replied to by `first` or `second`. */
  readonly compare: (task: Task, first: string, second: string) => string
  /** The answer is wrong: which one is right? Replied to by an answer. */
  readonly reflect: (task: Task, answer: string) => string
  readonly replies: Readonly<Record<'right' | 'wrong' | 'first' | 'second', string>>
}

/** In the words of the world, whose models know the marks `<act>`, `<end>` and `<vote>` besides. */
export interface Review<Task> extends ReviewQuestions<Task> {
  /** The same for models with a chat template, to which `prompts.actor` tells the form of a reply. */
  readonly prose?: ReviewQuestions<Task>
}

/** @throws {RangeError} if the model reads prose, and the world of that name has none. */
export function questionsFor<Task>(review: Review<Task>, form: RendererForm, name: string): ReviewQuestions<Task> {
  if (form === 'words') return review
  if (review.prose === undefined)
    throw new RangeError(`the policy has a chat template, and ${name} has no review.prose to ask it about its answers`)
  return review.prose
}
