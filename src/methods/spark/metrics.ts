import { measuresOf, type Measure, type MeasuredValues, type MeasureTable } from '../../contracts/measure.ts'
import { shareOf } from '../../math/statistics.ts'
import { rolloutsOf, type PlayedGroup } from '../../rollout/groups.ts'
import type { QuestionKind, Recycled } from './recycle.ts'
import type { SelfTest } from './self-test.ts'

const asked = { format: 'count', chart: 'Questions' } as const
const right = { format: 'percent', chart: 'Right replies' } as const
const answers = { format: 'percent', chart: 'Test: answers' } as const
const ofVerdicts = { format: 'percent', chart: 'Test: verdicts' } as const

const ofQuestions = {
  verifications: { ...asked, title: 'verifications', about: 'Questions whether an answer is right.' },
  rightVerdicts: { ...right, title: 'verdicts', about: 'Share of the replies to verifications that are right.' },
  pairs: { ...asked, title: 'pairs', about: 'Questions which of two answers is right.' },
  rightPairs: { ...right, title: 'pairs', about: 'Share of the replies to pairs that are right.' },
  reflections: { ...asked, title: 'reflections', about: 'Questions for a right answer instead of a wrong one.' },
  rightReflections: { ...right, title: 'reflections', about: 'Share of the replies to reflections that are right.' },
} as const satisfies MeasureTable<string>

/** Null where no test was due. */
const ofTest = {
  first: { ...answers, title: 'first answers', about: 'Share of the held-out tasks whose first answer is right.' },
  last: { ...answers, title: 'after reflecting', about: 'Share whose answer is right after verifying and reflecting.' },
  repaired: { ...answers, title: 'repaired', about: 'Share with a wrong first answer and a right last one.' },
  spoilt: { ...answers, title: 'spoilt', about: 'Share with a right first answer and a wrong last one.' },
  verdicts: {
    ...ofVerdicts,
    title: 'verdicts, balanced',
    about: 'Mean of the shares of right and of wrong answers whose verdict says so.',
  },
  paired: {
    ...ofVerdicts,
    title: 'pairs',
    about: 'Share of the replies to pairs, asked both ways round, that name the right answer.',
  },
  agreed: {
    ...ofVerdicts,
    title: 'pairs, agreed',
    about: 'Share of the pairs of which both replies name the same answer.',
  },
} as const satisfies MeasureTable<keyof SelfTest>

export const sparkMeasures: readonly Measure[] = [
  ...measuresOf(ofQuestions, { section: 'SPARK' }),
  ...measuresOf(ofTest, { section: 'SPARK', prefix: 'test.' }),
]

/** A question with the replies to it. */
export interface Replied extends Recycled {
  readonly group: PlayedGroup
}

/** Of the questions of an iteration, and of the test after it, if there was one. */
export const sparkMetrics = (replied: readonly Replied[], test: SelfTest | null): MeasuredValues => ({
  ...ofKind(replied, 'verify', 'verifications', 'rightVerdicts'),
  ...ofKind(replied, 'compare', 'pairs', 'rightPairs'),
  ...ofKind(replied, 'reflect', 'reflections', 'rightReflections'),
  ...Object.fromEntries(Object.keys(ofTest).map(name => [`test.${name}`, test?.[name as keyof SelfTest] ?? null])),
})

/** How many were asked, and the share of replies that are right. */
function ofKind(
  replied: readonly Replied[],
  kind: QuestionKind,
  questions: 'verifications' | 'pairs' | 'reflections',
  replies: 'rightVerdicts' | 'rightPairs' | 'rightReflections',
): MeasuredValues {
  const own = replied.filter(each => each.kind === kind)
  const isRight = own.flatMap(({ group }) => rolloutsOf(group).map(({ episode }) => episode.won))
  return { [questions]: own.length, [replies]: shareOf(isRight) }
}
