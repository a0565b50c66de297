/** Guards a world of pure functions: its results are checked, and errors are attributed to it. */
import type { Environment, ExecutionCheck } from '../../contracts/worlds/environment.ts'
import type { Author } from '../../user-code/author-frame.ts'
import { guarded } from '../../user-code/guarded.ts'
import { acceptedTask, guardedLadder, guardedProposals, guardedReview, guardedUnitTesting } from './guarded-parts.ts'
import { gives } from './world-shapes.ts'

type Hold = <Given extends readonly unknown[], Result>(
  part: keyof typeof gives,
  work: (...given: Given) => Result,
) => (...given: Given) => Result

/**
 * The same world, of which nothing wrong comes. A `RangeError` of `parseTask` is its word on a task, and passes.
 *
 * @throws {FailedError} from each function, of kind `user-code`, naming the world, the function, the value found and wanted.
 */
export function guardedWorld<Task, State>(author: Author, world: Environment<Task, State>): Environment<Task, State> {
  const hold: Hold = (part, work) => guarded(author, { part, gives: gives[part], refuses: part === 'parseTask' }, work)
  const parseTask = hold('parseTask', value => world.parseTask(value))
  const generate = hold('generate', (...given: Parameters<typeof world.generate>) => world.generate(...given))
  const valid = hold('valid', (task: Task) => world.valid(task))
  return {
    name: world.name,
    language: world.language,
    parseTask,
    generate: (...given) => acceptedTask(author, parseTask, { part: 'generate', task: generate(...given) }),
    describe: hold('describe', task => world.describe(task)),
    stepLimit: hold('stepLimit', task => world.stepLimit(task)),
    start: hold('start', (...given: Parameters<typeof world.start>) => world.start(...given)),
    step: hold('step', (state, action) => world.step(state, action)),
    admissible: hold('admissible', state => world.admissible(state)),
    expert: hold('expert', state => world.expert(state)),
    label: hold('label', (state, action) => world.label(state, action)),
    editNames: hold('editNames', direction => world.editNames(direction)),
    edit: hold('edit', (...given: Parameters<typeof world.edit>) => world.edit(...given)),
    valid: task => {
      const good = valid(task)
      if (good) acceptedTask(author, parseTask, { part: 'valid', task })
      return good
    },
    ...guardedTurns(hold, world),
    ...guardedExaminations(hold, world),
    ...guardedUnitTesting(author, world),
    ...(world.prompts === undefined ? {} : { prompts: world.prompts }),
    ...guardedProposals(author, world),
    ...(world.situation === undefined ? {} : { situation: hold('situation', world.situation.bind(world)) }),
    ...(world.screen === undefined ? {} : { screen: hold('screen', world.screen.bind(world)) }),
    ...guardedLadder(author, parseTask, world),
    ...guardedReview(author, world),
  }
}

const guardedTurns = <Task, State>(
  hold: Hold,
  { turns }: Environment<Task, State>,
): Pick<Environment<Task, State>, 'turns'> =>
  turns === undefined ? {} : { turns: { ...turns, next: hold('next', state => turns.next(state)) } }

function guardedExaminations<Task, State>(
  hold: Hold,
  world: Environment<Task, State>,
): Pick<Environment<Task, State>, 'executionCheck'> {
  if (world.executionCheck === undefined) return {}
  const executionCheck = hold('executionCheck', world.executionCheck.bind(world))
  const guardedConclusion = ({ job, grade }: ExecutionCheck): ExecutionCheck => ({
    job,
    grade: hold('grade', results => grade(results)),
  })
  return {
    executionCheck: state => {
      const examination = executionCheck(state)
      return examination === null ? null : guardedConclusion(examination)
    },
  }
}
