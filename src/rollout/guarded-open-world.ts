/** Guards an asynchronous world: its results are checked, and errors are attributed to it. */
import type { ActResult, OpenEpisode, World } from '../contracts/world.ts'
import type { Author } from '../user-code/author-frame.ts'
import { blamed, guarded, misgiven } from '../user-code/guarded.ts'
import { callable, flag, isPromise, optional, orNull, record, share, text, type Shape } from '../user-code/shape.ts'
import { gives, unitTestingShape } from './world-shapes.ts'

export const openWorldShape = record({
  name: text,
  deterministic: flag,
  parseTask: callable,
  describe: callable,
  stepLimit: callable,
  open: callable,
  generate: optional(callable),
  editor: optional(record({ names: callable, edit: callable, valid: callable })),
  oracle: optional(
    record({
      stepLimit: callable,
      start: callable,
      step: callable,
      admissible: callable,
      expert: callable,
      label: callable,
    }),
  ),
  unitTesting: unitTestingShape,
})

const episodeShape = record({ observation: text, act: callable, close: callable, fork: optional(callable) })
const resultShape = record({
  observation: text,
  won: flag,
  lost: optional(flag),
  score: share,
  label: orNull(record({ good: flag, reason: text })),
})

/**
 * The same world, of which nothing wrong comes. A `RangeError` of `parseTask` is its word on a task, and passes.
 *
 * @throws {FailedError} from each function, thrown or as a rejection, of kind `user-code`, naming the world and the function.
 */
export function guardedOpenWorld<Task>(author: Author, world: World<Task>): World<Task> {
  const { generate, editor } = world
  const guardedEpisode = (episode: OpenEpisode): OpenEpisode => ({
    observation: episode.observation,
    act: later<[string], ActResult>(author, { part: 'act', gives: resultShape }, action => episode.act(action)),
    close: () => episode.close(),
    ...(episode.fork === undefined
      ? {}
      : { fork: () => mapped(opened('fork', () => episode.fork?.() ?? episode)(), guardedEpisode) }),
  })
  const opened = (part: string, work: () => OpenEpisode | Promise<OpenEpisode>) =>
    later<[], OpenEpisode>(author, { part, gives: episodeShape }, work)
  return {
    ...world,
    parseTask: guarded(author, { part: 'parseTask', gives: gives.parseTask, refuses: true }, value =>
      world.parseTask(value),
    ),
    describe: guarded(author, { part: 'describe', gives: gives.describe }, task => world.describe(task)),
    stepLimit: guarded(author, { part: 'stepLimit', gives: gives.stepLimit }, task => world.stepLimit(task)),
    open: (task, options) => mapped(opened('open', () => world.open(task, options))(), guardedEpisode),
    ...(generate === undefined
      ? {}
      : {
          generate: guarded(
            author,
            { part: 'generate', gives: gives.generate },
            (...given: Parameters<typeof generate>) => world.generate?.(...given) ?? generate(...given),
          ),
        }),
    ...(editor === undefined
      ? {}
      : {
          editor: {
            names: guarded(author, { part: 'editor.names', gives: gives.editNames }, way => editor.names(way)),
            edit: guarded(
              author,
              { part: 'editor.edit', gives: gives.edit },
              (...given: Parameters<typeof editor.edit>) => editor.edit(...given),
            ),
            valid: guarded(author, { part: 'editor.valid', gives: gives.valid }, task => editor.valid(task)),
          },
        }),
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
      if (wrong !== null) throw misgiven(author, part, wrong)
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
