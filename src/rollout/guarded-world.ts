/** Guards a world of pure functions: its results are checked, and errors are attributed to it. */
import type { Environment, ExecutionCheck, UnitTesting } from '../contracts/environment.ts'
import { reasonOf } from '../contracts/failure.ts'
import type { Author } from '../user-code/author-frame.ts'
import { failed, guarded } from '../user-code/guarded.ts'
import { gives, unitTestingGives } from './world-shapes.ts'

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
    generate: (...given) => {
      const task = generate(...given)
      requireAccepted(author, parseTask, { part: 'generate', task })
      return task
    },
    describe: hold('describe', task => world.describe(task)),
    stepLimit: hold('stepLimit', task => world.stepLimit(task)),
    start: hold('start', task => world.start(task)),
    step: hold('step', (state, action) => world.step(state, action)),
    admissible: hold('admissible', state => world.admissible(state)),
    expert: hold('expert', state => world.expert(state)),
    label: hold('label', (state, action) => world.label(state, action)),
    editNames: hold('editNames', direction => world.editNames(direction)),
    edit: hold('edit', (...given: Parameters<typeof world.edit>) => world.edit(...given)),
    valid: task => {
      const good = valid(task)
      if (good) requireAccepted(author, parseTask, { part: 'valid', task })
      return good
    },
    ...guardedExaminations(hold, world),
    ...guardedUnitTesting(author, world),
  }
}

/** Tasks are written to files, and every episode begins with `parseTask`: a task that it refuses can never be played. */
function requireAccepted(
  author: Author,
  parseTask: (task: unknown) => unknown,
  { part, task }: { readonly part: 'generate' | 'valid'; readonly task: unknown },
): void {
  try {
    parseTask(task)
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    const what = part === 'generate' ? 'generate gave a task' : 'valid approves of a task'
    throw failed(author, `${what} that its parseTask refuses: ${reasonOf(thrown)}`, { cause: thrown })
  }
}

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

function guardedUnitTesting<Task, State>(
  author: Author,
  { unitTesting }: Environment<Task, State>,
): Pick<Environment<Task, State>, 'unitTesting'> {
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
