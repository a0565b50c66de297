/**
 * How much the policy's first action depends on its task: I(X; Z) = H(Z) − H(Z | X), Z the first action, X the task. Where it falls towards
 * 0 the policy writes the same to everything, while its entropy may still be high.
 * Source: RAGEN-2, arXiv 2604.06268, template collapse. Departure: its Z is a chain of reasoning, ours the action.
 */
import type { Sequence } from '../../contracts/models/device.ts'
import type { LanguageModel } from '../../contracts/models/language-model.ts'
import { createTokenTree } from '../../engine/semantics/token-tree.ts'
import { nth } from '../../math/nth.ts'
import { mean } from '../../math/statistics.ts'
import { zip } from '../../math/zip.ts'
import type { PlayedGroup } from '../../rollout/groups.ts'

interface Information {
  /** H(Z), nats. */
  readonly entropy: number
  /** H(Z | X), nats. */
  readonly conditional: number
}

/**
 * The entropies of answers over equally frequent questions: means of −log p̄(z) and −log π(z | x) over the answers z that were given to each x,
 * p̄(z) the mean of π(z | x) over all x. Their difference is at most log of the number of questions.
 *
 * @param logprobs [questions][answers] log π(z | x) of every answer to every question, nats.
 * @param given [questions] indices of the answers that were given, at least one.
 * @throws {RangeError} if there is no question, or none was answered.
 */
export function informationOf(
  logprobs: readonly (readonly number[])[],
  given: readonly (readonly number[])[],
): Information {
  const marginal = nth(logprobs, 0).map((_, answer) => logMean(logprobs.map(row => nth(row, answer))))
  const each = (of: (question: number, answer: number) => number): number =>
    -mean(given.map((answers, question) => mean(answers.map(answer => of(question, answer)))))
  return {
    entropy: each((_, answer) => nth(marginal, answer)),
    conditional: each((question, answer) => nth(nth(logprobs, question), answer)),
  }
}

/** log of the mean of e^x. */
function logMean(values: readonly number[]): number {
  const most = Math.max(...values)
  return most + Math.log(mean(values.map(value => Math.exp(value - most))))
}

/** Every answer is scored after every question, and in a tree of the answers: the cost grows faster than the square of the tasks. */
export const maxTasks = 16

/** Of the first actions of these groups, of the first `maxTasks` that have any, by the model as it is; `null` with fewer than two. */
export async function firstActionInformation(
  model: Pick<LanguageModel, 'logprobs' | 'traits'>,
  groups: readonly Pick<PlayedGroup, 'members'>[],
): Promise<Information | null> {
  const firsts = groups.map(({ members }) => members.flatMap(({ rollout }) => rollout.episode.steps.slice(0, 1)))
  const asked = firsts.filter(each => each.length > 0).slice(0, maxTasks)
  if (asked.length < 2) return null
  const answers = [...new Map(asked.flat().map(({ tokens }) => [tokens.join(), tokens])).values()]
  const indexOf = new Map(answers.map((tokens, index) => [tokens.join(), index]))
  const given = asked.map(steps => steps.map(({ tokens }) => indexOf.get(tokens.join()) ?? 0))
  const questions = asked.map(steps => nth(steps, 0).context)
  const { sequences, places } = layOut(questions, answers, model.traits.branches)
  const scores = await model.logprobs(sequences)
  const sums = zip(places, scores).flatMap(([starts, of]) =>
    starts.map(({ start, answer }) => nth(answers, answer).reduce((sum, _, token) => sum + nth(of, start + token), 0)),
  )
  const rows = questions.map((_, question) => sums.slice(question * answers.length, (question + 1) * answers.length))
  return informationOf(rows, given)
}

interface Layout {
  readonly sequences: readonly Sequence[]
  /** [sequences] where each answer starts. */
  readonly places: readonly (readonly { readonly start: number; readonly answer: number }[])[]
}

/** Every answer to every question: one tree a question, or a chain for each pair where an engine reads no trees. */
function layOut(questions: readonly Int32Array[], answers: readonly Int32Array[], branches: boolean): Layout {
  const runs = answers.map((_, answer) => answer)
  const laid = questions.flatMap(question =>
    (branches ? [runs] : runs.map(answer => [answer])).map(together => {
      const tree = createTokenTree()
      const asked = tree.append(question, -1)
      const starts = together.map(answer => {
        const start = tree.size()
        tree.append(nth(answers, answer), asked)
        return { start, answer }
      })
      return { sequence: tree.sequence(), starts }
    }),
  )
  return { sequences: laid.map(({ sequence }) => sequence), places: laid.map(({ starts }) => starts) }
}
