/** Guards an asynchronous world: its results are checked, and errors are attributed to it. */
import type { ActResult, OpenEpisode, Simulator, TaskEditor, World } from '../../contracts/worlds/world.ts'
import type { Author } from '../../user-code/author-frame.ts'
import { blamed, guarded, invalidResult } from '../../user-code/guarded.ts'
import {
  callable,
  finite,
  flag,
  isPromise,
  optional,
  orNull,
  record,
  share,
  text,
  type Shape,
} from '../../user-code/shape.ts'
import { acceptedTask, guardedLadder, guardedProposals, guardedReview, guardedUnitTesting } from './guarded-parts.ts'
import { gives, screenshotsShape, screensShape } from './world-shapes.ts'

const episodeShape = record({
  observation: text,
  agent: optional(text),
  situation: optional(text),
  act: callable,
  close: callable,
  fork: optional(callable),
})
const resultShape = record({
  observation: text,
  agent: optional(text),
  situation: optional(text),
  won: flag,
  lost: optional(flag),
  score: share,
  reward: optional(finite),
  localReward: optional(finite),
  label: orNull(record({ good: flag, reason: text })),
})

/**
 * The same world, of which nothing wrong comes. A `RangeError` of `parseTask` is its word on a task, and passes.
 *
 * @throws {FailedError} from each function, thrown or as a rejection, of kind `user-code`, naming the world and the function.
 */
export function guardedOpenWorld<Task>(author: Author, world: World<Task>): World<Task> {
  const { generate, editor, simulator } = world
  const hold: Hold = (part, work, name = part) =>
    guarded(author, { part: name, gives: gives[part], refuses: part === 'parseTask' }, work)
  const parseTask = hold('parseTask', value => world.parseTask(value))
  return {
    ...world,
    parseTask,
    describe: hold('describe', task => world.describe(task)),
    stepLimit: hold('stepLimit', task => world.stepLimit(task)),
    open: (task, options) => guardedOpening(author, 'open', () => world.open(task, options)),
    ...(generate === undefined ? {} : { generate: guardedGenerate(author, hold, parseTask, generate.bind(world)) }),
    ...(editor === undefined ? {} : { editor: guardedEditor(author, hold, parseTask, editor) }),
    ...(simulator === undefined ? {} : { simulator: guardedSimulator(hold, simulator) }),
    ...guardedUnitTesting(author, world),
    ...guardedLadder(author, parseTask, world),
    ...guardedReview(author, world),
    ...guardedScreens(author, world),
  }
}

function guardedScreens<Task>(
  author: Author,
  { screens, screenshots }: Pick<World<Task>, 'screens' | 'screenshots'>,
): Pick<World<Task>, 'screens' | 'screenshots'> {
  return {
    ...(screens === undefined ? {} : { screens: guarded(author, { part: 'screens', gives: screensShape }, screens) }),
    ...(screenshots === undefined
      ? {}
      : {
          screenshots: async (...given) =>
            later(author, { part: 'screenshots', gives: screenshotsShape }, screenshots)(...given),
        }),
  }
}

/** @param name in errors, if it is not the part's. */
type Hold = <Given extends readonly unknown[], Result>(
  part: keyof typeof gives,
  work: (...given: Given) => Result,
  name?: string,
) => (...given: Given) => Result

function guardedGenerate<Task>(
  author: Author,
  hold: Hold,
  parseTask: World<Task>['parseTask'],
  generate: NonNullable<World<Task>['generate']>,
): NonNullable<World<Task>['generate']> {
  const held = hold('generate', generate)
  return (...given) => acceptedTask(author, parseTask, { part: 'generate', task: held(...given) })
}

function guardedEditor<Task>(
  author: Author,
  hold: Hold,
  parseTask: World<Task>['parseTask'],
  editor: TaskEditor<Task>,
): TaskEditor<Task> {
  const valid = hold('valid', (task: Task) => editor.valid(task), 'editor.valid')
  return {
    names: hold('editNames', direction => editor.names(direction), 'editor.names'),
    edit: hold('edit', (...given: Parameters<typeof editor.edit>) => editor.edit(...given), 'editor.edit'),
    valid: task => {
      const good = valid(task)
      if (good) acceptedTask(author, parseTask, { part: 'editor.valid', task })
      return good
    },
    ...guardedProposals(author, editor),
  }
}

const guardedSimulator = <Task>(hold: Hold, simulator: Simulator<Task>): Simulator<Task> => ({
  stepLimit: hold('stepLimit', task => simulator.stepLimit(task), 'simulator.stepLimit'),
  start: hold('start', (...given: Parameters<typeof simulator.start>) => simulator.start(...given), 'simulator.start'),
  step: hold('step', (state, action) => simulator.step(state, action), 'simulator.step'),
  admissible: hold('admissible', state => simulator.admissible(state), 'simulator.admissible'),
  expert: hold('expert', state => simulator.expert(state), 'simulator.expert'),
  label: hold('label', (state, action) => simulator.label(state, action), 'simulator.label'),
  ...(simulator.turns === undefined
    ? {}
    : {
        turns: {
          ...simulator.turns,
          next: hold('next', simulator.turns.next.bind(simulator.turns), 'simulator.turns.next'),
        },
      }),
})

/** @param part that opens it: `open`, or `fork` of another one. */
function guardedOpening(
  author: Author,
  part: 'open' | 'fork',
  work: () => OpenEpisode | Promise<OpenEpisode>,
): OpenEpisode | Promise<OpenEpisode> {
  return mapped(later<[], OpenEpisode>(author, { part, gives: episodeShape }, work)(), episode =>
    guardedEpisode(author, episode),
  )
}

function guardedEpisode(author: Author, episode: OpenEpisode): OpenEpisode {
  const fork = episode.fork?.bind(episode)
  return {
    observation: episode.observation,
    ...(episode.agent === undefined ? {} : { agent: episode.agent }),
    ...(episode.situation === undefined ? {} : { situation: episode.situation }),
    act: later<[string], ActResult>(author, { part: 'act', gives: resultShape }, action => episode.act(action)),
    /* Also an immediate throw is a rejection. */
    close: async () => episode.close(),
    ...(fork === undefined ? {} : { fork: () => guardedOpening(author, 'fork', fork) }),
  }
}

/** A guarded function that may answer at once or by a promise. */
const later =
  <Given extends readonly unknown[], Result>(
    author: Author,
    { part, gives: shape }: { readonly part: string; readonly gives: Shape },
    work: (...given: Given) => Result | Promise<Result>,
  ): ((...given: Given) => Result | Promise<Result>) =>
  (...given) => {
    const checked = (result: Result): Result => {
      const wrong = shape.wrongIn(result)
      if (wrong !== null) throw invalidResult(author, part, wrong)
      return result
    }
    try {
      const result = work(...given)
      if (!isPromise(result)) return checked(result)
      return result.then(checked, (thrown: unknown) => {
        throw blamed(author, part, thrown)
      })
    } catch (thrown) {
      throw blamed(author, part, thrown)
    }
  }

const mapped = <From, To>(value: From | Promise<From>, change: (value: From) => To): To | Promise<To> =>
  isPromise(value) ? value.then(change) : change(value)
