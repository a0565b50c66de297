/** Guards of parts that pure and opened worlds have in common. */
import type { Environment, UnitTesting } from '../../contracts/worlds/environment.ts'
import type { Review, ReviewQuestions } from '../../contracts/worlds/review.ts'
import type { TaskProposals } from '../../contracts/worlds/task-proposals.ts'
import { reasonOf } from '../../contracts/failure.ts'
import type { Author } from '../../user-code/author-frame.ts'
import { failed, guarded } from '../../user-code/guarded.ts'
import { gives, proposalsGive, unitTestingGives } from './world-shapes.ts'
import { isRangeError } from '../../contracts/built-in-error.ts'

/** The task. Tasks are written to files, and every episode begins with `parseTask`: one that it refuses can never be played. */
export function acceptedTask<Task>(
  author: Author,
  parseTask: (task: unknown) => unknown,
  { part, task }: { readonly part: 'generate' | 'ladder.generate' | 'valid' | 'editor.valid'; readonly task: Task },
): Task {
  try {
    parseTask(task)
    return task
  } catch (thrown) {
    if (!isRangeError(thrown)) throw thrown
    const what =
      part === 'generate' || part === 'ladder.generate' ? `${part} gave a task` : `${part} approves of a task`
    throw failed(author, `${what} that its parseTask refuses: ${reasonOf(thrown)}`, { cause: thrown })
  }
}

export function guardedLadder<Task>(
  author: Author,
  parseTask: (task: unknown) => unknown,
  { ladder }: Pick<Environment<Task, unknown>, 'ladder'>,
): Pick<Environment<Task, unknown>, 'ladder'> {
  if (ladder === undefined) return {}
  const part = 'ladder.generate'
  const generate = guarded(author, { part, gives: gives.generate }, ladder.generate.bind(ladder))
  return {
    ladder: {
      families: ladder.families,
      generate: (...given) => acceptedTask(author, parseTask, { part, task: generate(...given) }),
    },
  }
}

export function guardedReview<Task>(
  author: Author,
  { review }: { readonly review?: Review<Task> },
): { readonly review?: Review<Task> } {
  if (review === undefined) return {}
  const { prose } = review
  return {
    review: {
      ...guardedQuestions(author, 'review', review),
      ...(prose === undefined ? {} : { prose: guardedQuestions(author, 'review.prose', prose) }),
    },
  }
}

function guardedQuestions<Task>(author: Author, at: string, questions: ReviewQuestions<Task>): ReviewQuestions<Task> {
  const hold = <Given extends readonly unknown[]>(part: string, work: (...given: Given) => string) =>
    guarded(author, { part: `${at}.${part}`, gives: gives.describe }, work)
  return {
    verify: hold('verify', questions.verify.bind(questions)),
    compare: hold('compare', questions.compare.bind(questions)),
    reflect: hold('reflect', questions.reflect.bind(questions)),
    replies: questions.replies,
  }
}

export function guardedUnitTesting<Task>(
  author: Author,
  { unitTesting }: Pick<Environment<Task, unknown>, 'unitTesting'>,
): Pick<Environment<Task, unknown>, 'unitTesting'> {
  if (unitTesting === undefined) return {}
  const hold = <Given extends readonly unknown[], Result>(
    part: keyof UnitTesting<Task>,
    work: (...given: Given) => Result,
  ) => guarded(author, { part: `unitTesting.${part}`, gives: unitTestingGives[part] }, work)
  return {
    unitTesting: {
      parseTest: hold('parseTest', value => unitTesting.parseTest(value)),
      job: hold('job', (task, program, tests) => unitTesting.job(task, program, tests)),
      exampleTest: hold('exampleTest', (task, random) => unitTesting.exampleTest(task, random)),
      ...(unitTesting.mistakenTest === undefined
        ? {}
        : { mistakenTest: hold('mistakenTest', unitTesting.mistakenTest.bind(unitTesting)) }),
    },
  }
}

/** A `RangeError` of `apply` is its word on a proposal, and passes. */
export function guardedProposals<Task>(
  author: Author,
  { proposals }: { readonly proposals?: TaskProposals<Task> },
): { readonly proposals?: TaskProposals<Task> } {
  if (proposals === undefined) return {}
  const hold = <Given extends readonly unknown[], Result>(
    part: keyof TaskProposals<Task>,
    work: (...given: Given) => Result,
  ) => guarded(author, { part: `proposals.${part}`, gives: proposalsGive[part], refuses: part === 'apply' }, work)
  return {
    proposals: {
      tell: hold('tell', task => proposals.tell(task)),
      schema: hold('schema', task => proposals.schema(task)),
      apply: hold('apply', (task, proposal, random) => proposals.apply(task, proposal, random)),
    },
  }
}
