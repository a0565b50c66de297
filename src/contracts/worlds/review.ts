/**
 * Questions about answers, for a policy that verifies its answers: of worlds whose tasks are answered at one go, in the words that its models
 * read. A model with a vocabulary of the world's own knows the marks `<act>`, `<end>` and `<vote>` besides.
 */
export interface Review<Task> {
  /** Is the answer right? Replied to by `right` or `wrong`. */
  readonly verify: (task: Task, answer: string) => string
  /** One of two answers is right: which? Replied to by `first` or `second`. */
  readonly compare: (task: Task, first: string, second: string) => string
  /** The answer is wrong: which one is right? Replied to by an answer. */
  readonly reflect: (task: Task, answer: string) => string
  readonly replies: Readonly<Record<'right' | 'wrong' | 'first' | 'second', string>>
}
