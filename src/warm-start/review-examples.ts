/** Training examples of a policy that verifies its answers: questions about answers of itself and of the expert, with the reply to each. */
import type { Example } from '../contracts/models/device.ts'
import { questionsFor, type ReviewQuestions } from '../contracts/worlds/review.ts'
import { derive, randomFrom, type Random } from '../math/random.ts'
import { nth } from '../math/nth.ts'
import { ownEpisodes, type OwnEpisode } from './own-episodes.ts'
import type { Demonstrator, SftContext } from './sft-context.ts'
import { replyExample } from './warm-start-examples.ts'

/** A question and its reply. */
interface ReviewExample {
  readonly question: string
  readonly reply: string
}

/**
 * The examples of one batch, from 0: as many verifications, pairs and reflections.
 *
 * @throws {RangeError} if the recipe wants any, and the world has no review, or none in the form that the model reads.
 */
export async function reviewExamples(sft: SftContext, batch: number): Promise<readonly Example[]> {
  const { share, coins } = sft.recipe.review
  const count = Math.round(sft.recipe.policy.episodes * share)
  if (count === 0) return []
  const { name, review } = sft.world
  if (review === undefined)
    throw new RangeError(`review.share of the recipe asks about answers, and ${name} has no review`)
  const questions = questionsFor(review, sft.renderer.form, name)
  const own = await ownEpisodes(sft, { use: 'warm start review', tasks: 'own answers', batch, count })
  return own.flatMap((each, index) => {
    const random = randomFrom(derive(sft.root, 'review', batch, index))
    const kind = nth(kinds, index % kinds.length)
    const example = reviewExample(questions, answersTo(sft.demonstrator, each, random), { kind, coins, random })
    return example === null ? [] : [replyExample(sft.renderer, example)]
  })
}

const kinds = ['verify', 'compare', 'reflect'] as const

/** Of one task. */
interface TaskAnswers<Task> {
  readonly task: Task
  readonly right: string | null
  /** The policy's own if that is wrong, else one near the right one. */
  readonly wrong: string | null
}

function answersTo(
  { simulator }: Pick<Demonstrator, 'simulator'>,
  { task, episode: { won, steps } }: OwnEpisode,
  random: Random,
): TaskAnswers<unknown> {
  const { state } = simulator.start(task)
  const own = steps.map(({ action }) => action).find(action => action !== '') ?? null
  const near = simulator.admissible(state).filter(answer => !simulator.step(state, answer).won)
  return {
    task,
    right: won ? own : simulator.expert(state),
    wrong: won || own === null ? (near.length === 0 ? null : random.pick(near)) : own,
  }
}

/** `null` where the task lacks the answers for it. */
export function reviewExample<Task>(
  { verify, compare, reflect, replies }: ReviewQuestions<Task>,
  { task, right, wrong }: TaskAnswers<Task>,
  { kind, coins, random }: { readonly kind: (typeof kinds)[number]; readonly coins: number; readonly random: Random },
): ReviewExample | null {
  if (right === null || wrong === null) return null
  if (kind === 'reflect') return { question: reflect(task, wrong), reply: right }
  const isFirst = random.integer(2) === 0
  const said = random.uniform() < coins ? random.integer(2) === 0 : isFirst
  if (kind === 'verify')
    return { question: verify(task, isFirst ? right : wrong), reply: said ? replies.right : replies.wrong }
  const [one, other] = isFirst ? [right, wrong] : [wrong, right]
  return { question: compare(task, one, other), reply: said ? replies.first : replies.second }
}
