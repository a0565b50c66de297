/** What holds of every method: laws that its author, or `rlanything check METHOD`, runs. */
import { episodeId, type Rollout } from '../../contracts/episode.ts'
import type { RolloutBatch } from '../../contracts/messages/rollouts.ts'
import { sameData } from '../../contracts/same-data.ts'
import { lastOf } from '../../math/last-of.ts'
import { firstDifference, type FirstDifference } from '../law/first-difference.ts'
import { trial, type Made, type MethodSubject } from './trial.ts'

/** `not applicable`: there was nothing in the iterations that the law is about. */
export type MethodFinding =
  | { readonly verdict: 'holds' }
  | { readonly verdict: 'broken' | 'not applicable'; readonly reason: string }

export interface MethodLaw {
  readonly name: string
  /** What holds, in a sentence. */
  readonly statement: string
  readonly check: (subject: MethodSubject) => Promise<MethodFinding>
}

const holds: MethodFinding = { verdict: 'holds' }
export const broken = (reason: string): MethodFinding => ({ verdict: 'broken', reason })

const told = ({ path, expected, found }: FirstDifference): string =>
  `${path === '' ? 'it' : path} is ${found}, and should be ${expected}`

/** The iterations are equal, or where they first are not. */
function sameAs(found: readonly Made[], wanted: readonly Made[], how: string): MethodFinding {
  const difference = firstDifference(
    wanted.map(({ data }) => data),
    found.map(({ data }) => data),
  )
  return difference === null ? holds : broken(`${how}: ${told(difference)}`)
}

const made = new WeakMap<MethodSubject, Promise<readonly Made[]>>()

/** Three iterations in which nothing is disturbed: the same for every law that is checked of a subject. */
function undisturbed(subject: MethodSubject): Promise<readonly Made[]> {
  const known = made.get(subject) ?? trial(subject, 3)
  made.set(subject, known)
  return known
}

const resumes: MethodLaw = {
  name: 'resumes',
  statement:
    'A run resumed from the result of `save`, through JSON, makes the same iterations as one that was not interrupted.',
  check: async subject => {
    const whole = await undisturbed(subject)
    const [first, ...rest] = whole
    if (first === undefined) return holds
    const { state } = first.kept.saved
    const again: unknown = JSON.parse(JSON.stringify(state))
    if (!sameData(again, state)) return broken('what `save` gives is not the same after it was JSON')
    return sameAs(await trial(subject, 2, { from: first.kept }), rest, 'after save and resume')
  },
}

const collectTrainsNothing: MethodLaw = {
  name: 'collect-trains-nothing',
  statement: 'No model is another after `collect`: it may run ahead of `learn`.',
  check: async subject => {
    for (const [index, { weights }] of (await undisturbed(subject)).entries()) {
      const difference = firstDifference(weights.before, weights.collected)
      if (difference !== null)
        return broken(`log-probabilities before and after collect ${index + 1}: ${told(difference)}`)
    }
    return holds
  },
}

const arrival: MethodLaw = {
  name: 'arrival',
  statement: 'Draws and numbers are the same whatever order episodes and answers come in.',
  check: async subject => {
    const wanted = await undisturbed(subject)
    const played = ({ rollouts, invalid }: RolloutBatch): RolloutBatch => ({
      rollouts: new Map([...rollouts].reverse()),
      invalid: [...invalid].reverse(),
    })
    return sameAs(await trial(subject, 3, { played, backwards: true }), wanted, 'with answers in the opposite order')
  },
}

/** The same episodes in which every other one is won, so that a group has something to compare. */
const decided = ({ rollouts, invalid }: RolloutBatch): RolloutBatch => ({
  invalid,
  rollouts: new Map([...rollouts].map(([id, rollout]) => [id, ended(rollout, Number(id.split('/').at(-1)) % 2 === 0)])),
})

function ended({ episode, ...rest }: Rollout, won: boolean): Rollout {
  const last = episode.steps.length - 1
  const steps = episode.steps.map((step, index) =>
    step.reward === undefined ? step : { ...step, reward: index === last ? Number(won) : 0 },
  )
  return { ...rest, episode: { ...episode, steps, won, score: Number(won) } }
}

const invalidLeaves: MethodLaw = {
  name: 'invalid-leaves-its-group',
  statement:
    'An episode that could not be played is not trained on, and does not count as a failure in the baseline of its group.',
  check: async subject => {
    const [whole] = await trial(subject, 1, { played: decided })
    const group = whole?.training.find(({ members }) => members.length >= 3 && isRow(whole, lastOf(members).key))
    if (group === undefined)
      return { verdict: 'not applicable', reason: 'no group of three episodes or more was trained on' }
    const id = episodeId(lastOf(group.members).key)
    const others = group.members.map(({ key }) => episodeId(key)).filter(each => each !== id)
    const without = await rowsWith(subject, batch => ({
      rollouts: new Map([...batch.rollouts].filter(([each]) => each !== id)),
      invalid: batch.rollouts.has(id) ? [...batch.invalid, { id, reason: 'planted by a law' }] : batch.invalid,
    }))
    if (without.has(id)) return broken(`${id} could not be played, and has a row of feedback all the same`)
    const [lost, won] = [await rowsWith(subject, as(id, false)), await rowsWith(subject, as(id, true))]
    const of = (rows: ReadonlyMap<string, unknown>) => others.map(each => rows.get(each))
    if ([without, lost, won].some(rows => !others.every(each => rows.has(each))))
      return { verdict: 'not applicable', reason: 'the group is not trained on whatever that episode came to' }
    if (firstDifference(of(lost), of(won)) === null)
      return { verdict: 'not applicable', reason: 'episodes of a group are not compared with each other' }
    for (const [name, rows] of [
      ['lost', lost],
      ['won', won],
    ] as const)
      if (firstDifference(of(without), of(rows)) === null)
        return broken(`${id} could not be played, and the others of its group get what they get where it is ${name}`)
    return holds
  },
}

const isRow = ({ feedback }: Made, key: Parameters<typeof episodeId>[0]): boolean => feedback.has(episodeId(key))

const as =
  (id: string, won: boolean) =>
  ({ rollouts, invalid }: RolloutBatch): RolloutBatch => ({
    invalid,
    rollouts: new Map([...rollouts].map(([each, rollout]) => [each, each === id ? ended(rollout, won) : rollout])),
  })

async function rowsWith(
  subject: MethodSubject,
  change: (batch: RolloutBatch) => RolloutBatch,
): Promise<Made['feedback']> {
  const [made] = await trial(subject, 1, { played: batch => change(decided(batch)) })
  return made?.feedback ?? new Map()
}

const measuresFit: MethodLaw = {
  name: 'measures-fit',
  statement: 'Each number that `learn` gives is of a measure that the method declares, and fits it.',
  check: async subject => {
    await undisturbed(subject)
    return holds
  },
}

/** In the order in which they are checked. */
export const methodLaws: readonly MethodLaw[] = [measuresFit, collectTrainsNothing, resumes, arrival, invalidLeaves]
