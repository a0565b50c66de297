/** How well the policy verifies its own answers to held-out tasks, and what verifying and reflecting makes of them. Trains nothing. */
import { episodeId, type EpisodeKey } from '../../contracts/episode.ts'
import type { ReviewQuestions } from '../../contracts/worlds/review.ts'
import { mean, shareOf } from '../../math/statistics.ts'
import { nth } from '../../math/nth.ts'
import { heldOutTasks } from '../../rollout/evaluation.ts'
import { soleAgent } from '../../rollout/episode/agents.ts'
import { policyRequest, questionRequest } from '../../rollout/rollout-requests.ts'
import type { Lab } from '../method.ts'
import { verifyAndReflect, type AskPolicy } from './verify-and-reflect.ts'
import type { SparkOptions } from './settings.ts'

/** Shares in [0, 1]; `null` where there was nothing to measure. */
export interface SelfTest {
  /** Of tasks whose first answer is right, and whose last one is; those of which one could not be played are left out. */
  readonly first: number | null
  readonly last: number | null
  /** Of tasks: a wrong first answer and a right last one, and the other way round. */
  readonly repaired: number | null
  readonly spoilt: number | null
  /** Mean of the shares of right and of wrong answers whose verdict says so. */
  readonly verdicts: number | null
  /** Of pairs, each asked both ways round: replies that name the right answer, and pairs of which both name the same. */
  readonly paired: number | null
  readonly agreed: number | null
}

type TestLab = Pick<Lab, 'config' | 'root' | 'rollouts' | 'world'>

interface Given {
  readonly task: unknown
  readonly answer: string
  readonly won: boolean
}

/** Tests the policy as it now is, at the temperature of training; `null` where the world makes no held-out tasks. */
export async function selfTest(
  lab: TestLab,
  questions: ReviewQuestions<unknown>,
  { tasks: count, answers, rounds }: SparkOptions['test'],
  iteration: number,
): Promise<SelfTest | null> {
  const tasks = heldOutTasks(lab.world, 'unseen', count)
  if (tasks.length === 0) return null
  const ask = askerOf(lab, iteration)
  const given = await answersTo(lab, tasks, answers, iteration)
  const firsts = given.map(ofTask => ofTask[0] ?? null)
  const answer = firsts.map(each => each?.answer ?? null)
  const lasts = await verifyAndReflect(ask, questions, tasks, answer, rounds)
  const won = await graded(lab, tasks, lasts, iteration)
  const outcomes = firsts.flatMap((first, index) => {
    const last = lasts[index] === first?.answer ? first?.won : won[index]
    return first === null || last === undefined ? [] : [{ first: first.won, last }]
  })
  return {
    first: shareOf(outcomes.map(({ first }) => first)),
    last: shareOf(outcomes.map(({ last }) => last)),
    repaired: shareOf(outcomes.map(({ first, last }) => !first && last)),
    spoilt: shareOf(outcomes.map(({ first, last }) => first && !last)),
    verdicts: await verdictsRight(ask, questions, given.flat()),
    ...(await pairsTold(ask, questions, given)),
  }
}

const keyOf = (use: string, iteration: number, slot: number, episode = 0): EpisodeKey => ({
  use: `self-test ${use}`,
  iteration,
  slot,
  episode,
})

const askerOf =
  ({ config, root, rollouts: queue }: TestLab, iteration: number): AskPolicy =>
  async (use, texts) => {
    const keys = texts.map((_, slot) => keyOf(use, iteration, slot))
    const { rollouts } = await queue.play(
      texts.map((text, index) => questionRequest({ config, root }, nth(keys, index), { text, right: [] })),
    )
    return keys.map(key => rollouts.get(episodeId(key))?.episode.steps[0]?.action ?? null)
  }

/** @returns [tasks][answers] those that could be played. */
async function answersTo(
  { config, root, rollouts: queue }: TestLab,
  tasks: readonly unknown[],
  count: number,
  iteration: number,
): Promise<readonly (readonly Given[])[]> {
  const keys = tasks.map((_, slot) =>
    Array.from({ length: count }, (_, episode) => keyOf('answers', iteration, slot, episode)),
  )
  const { rollouts } = await queue.play(
    keys.flatMap((ofTask, index) => ofTask.map(key => policyRequest({ config, root }, key, nth(tasks, index)))),
  )
  return keys.map((ofTask, index) =>
    ofTask.flatMap(key => {
      const episode = rollouts.get(episodeId(key))?.episode
      const action = episode?.steps[0]?.action
      return episode === undefined || action === undefined
        ? []
        : [{ task: tasks[index], answer: action, won: episode.won }]
    }),
  )
}

/** @returns [tasks] whether the world finds the answer right; `undefined` without an answer, or where it could not be played. */
async function graded(
  { rollouts: queue }: TestLab,
  tasks: readonly unknown[],
  answers: readonly (string | null)[],
  iteration: number,
): Promise<readonly (boolean | undefined)[]> {
  const ids = tasks.map((_, slot) => episodeId(keyOf('last answers', iteration, slot)))
  const { rollouts } = await queue.play(
    answers.flatMap((answer, index) =>
      answer === null
        ? []
        : [
            {
              id: nth(ids, index),
              task: tasks[index],
              players: { [soleAgent]: { kind: 'script' as const, actions: [answer] } },
              observers: {},
            },
          ],
    ),
  )
  return ids.map(id => rollouts.get(id)?.episode.won)
}

async function verdictsRight(
  ask: AskPolicy,
  { verify, replies }: ReviewQuestions<unknown>,
  given: readonly Given[],
): Promise<number | null> {
  const said = await ask(
    'verifications',
    given.map(({ task, answer }) => verify(task, answer)),
  )
  const right = (wanted: boolean): number | null =>
    shareOf(
      given.flatMap(({ won }, index) =>
        won === wanted ? [said[index] === (won ? replies.right : replies.wrong)] : [],
      ),
    )
  const [ofRight, ofWrong] = [right(true), right(false)]
  return ofRight === null || ofWrong === null ? null : mean([ofRight, ofWrong])
}

/** The first right and the first wrong answer to each task that has both. */
export async function pairsTold(
  ask: AskPolicy,
  { compare, replies }: ReviewQuestions<unknown>,
  given: readonly (readonly Given[])[],
): Promise<Pick<SelfTest, 'paired' | 'agreed'>> {
  const pairs = given.flatMap(ofTask => {
    const [right, wrong] = [ofTask.find(({ won }) => won), ofTask.find(({ won }) => !won)]
    return right === undefined || wrong === undefined ? [] : [{ task: right.task, right, wrong }]
  })
  const ahead = await ask(
    'right one first',
    pairs.map(({ task, right, wrong }) => compare(task, right.answer, wrong.answer)),
  )
  const behind = await ask(
    'wrong one first',
    pairs.map(({ task, right, wrong }) => compare(task, wrong.answer, right.answer)),
  )
  const { first, second } = replies
  const told = pairs.flatMap((_, index) => [ahead[index] === first, behind[index] === second])
  return {
    paired: shareOf(told),
    agreed: shareOf(
      pairs.map(
        (_, index) =>
          (ahead[index] === first && behind[index] === second) || (ahead[index] === second && behind[index] === first),
      ),
    ),
  }
}
