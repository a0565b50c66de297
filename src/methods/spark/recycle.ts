/**
 * Questions about a policy's own answers whose right replies follow from the rewards that the answers have had: nothing is verified
 * anew. Pure.
 * Source: SPARK, arXiv 2509.22624, equations 5 to 8, and its code (InternLM/Spark), from which the shares are.
 * Departures: verdicts are balanced; the right reply to a reflection is a right answer of the same group, of which there must be one.
 */
import type { LabelledQuestion } from '../../contracts/messages/run.ts'
import type { ReviewQuestions } from '../../contracts/worlds/review.ts'
import { derive, randomFrom, type Key, type Random } from '../../math/random.ts'
import { rolloutsOf, type PlayedGroup } from '../../rollout/groups.ts'
import type { SparkOptions } from './settings.ts'

export type QuestionKind = 'verify' | 'compare' | 'reflect'

export interface Recycled {
  readonly kind: QuestionKind
  /** Of the task. */
  readonly slot: number
  readonly question: LabelledQuestion
}

type Settings = Pick<SparkOptions, 'verdicts' | 'reflections' | 'pairs' | 'labels'>

/** @param key of the iteration, for this use. */
export function recycle(
  groups: readonly PlayedGroup[],
  review: ReviewQuestions<unknown>,
  settings: Settings,
  key: Key,
): readonly Recycled[] {
  const some = <T>(use: string, items: readonly T[], count: number): readonly T[] =>
    randomFrom(derive(key, use)).shuffle(items).slice(0, count)
  const verdicts = groups.flatMap(group =>
    verdictAsked(group, review, settings, randomFrom(derive(key, 'verdict', group.slot))),
  )
  const reflections = groups.flatMap(group =>
    reflectionAsked(group, review, randomFrom(derive(key, 'reflection', group.slot))),
  )
  return [
    ...balanced(some('verdicts', verdicts, settings.verdicts), review.replies.right),
    ...some('reflections', reflections, settings.reflections),
  ]
}

/** The real answers to a task, by whether they were rewarded; none of an episode of several turns. */
export function answersOf(group: Pick<PlayedGroup, 'members'>): Readonly<Record<'right' | 'wrong', readonly string[]>> {
  const answers = rolloutsOf(group).flatMap(({ episode: { won, steps } }) =>
    steps.length === 1 ? steps.flatMap(({ action }) => (action.trim() === '' ? [] : [{ action, won }])) : [],
  )
  const those = (wanted: boolean) => answers.filter(({ won }) => won === wanted).map(({ action }) => action)
  return { right: those(true), wrong: those(false) }
}

/** All right: is one right? All wrong: is one? Some of each: by chance one of these, or which of two. */
function verdictAsked(
  group: PlayedGroup,
  { verify, compare, replies }: ReviewQuestions<unknown>,
  { pairs, labels }: Settings,
  random: Random,
): readonly Recycled[] {
  const { task, slot } = group
  const { right, wrong } = answersOf(group)
  if (right.length + wrong.length === 0) return []
  const isMixed = right.length > 0 && wrong.length > 0
  const isPair = isMixed && random.uniform() < pairs
  const isFirst = isMixed ? random.integer(2) === 0 : right.length > 0
  const label = labels === 'coins' ? random.integer(2) === 0 : isFirst
  if (!isPair) {
    const text = verify(task, random.pick(isFirst ? right : wrong))
    return [{ kind: 'verify', slot, question: { text, right: [label ? replies.right : replies.wrong] } }]
  }
  const [good, bad] = [random.pick(right), random.pick(wrong)]
  const text = isFirst ? compare(task, good, bad) : compare(task, bad, good)
  return [{ kind: 'compare', slot, question: { text, right: [label ? replies.first : replies.second] } }]
}

/** A wrong answer, to be put right. */
function reflectionAsked(
  group: PlayedGroup,
  { reflect }: ReviewQuestions<unknown>,
  random: Random,
): readonly Recycled[] {
  const { right, wrong } = answersOf(group)
  if (right.length === 0 || wrong.length === 0) return []
  const question = { text: reflect(group.task, random.pick(wrong)), right: [...new Set(right)] }
  return [{ kind: 'reflect', slot: group.slot, question }]
}

/** As many verifications whose reply is that the answer is right as of the others; the surplus is left out. */
function balanced(verdicts: readonly Recycled[], right: string): readonly Recycled[] {
  const isYes = ({ question }: Recycled): boolean => question.right.includes(right)
  const verifications = verdicts.filter(({ kind }) => kind === 'verify')
  const yes = verifications.filter(isYes)
  const no = verifications.filter(each => !isYes(each))
  const count = Math.min(yes.length, no.length)
  const kept = new Set([...yes.slice(0, count), ...no.slice(0, count)])
  return verdicts.filter(each => each.kind !== 'verify' || kept.has(each))
}
