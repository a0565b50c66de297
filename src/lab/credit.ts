/** Advantages as a loop of one's own gives them, for what is trained. */
import { nth } from '../math/nth.ts'
import type { Members } from '../rollout/groups.ts'
import { describeValue } from '../user-code/describe-value.ts'
import { callable } from '../user-code/shape.ts'
import type { LabGroup } from './votes.ts'

/** Advantages of the episodes of a group: of each as a whole, or of each of its steps; 0 and `null` are not trained on. */
export type Advantages = (group: LabGroup) => readonly (number | null | readonly (number | null)[])[]

/** Advantages of the votes of a group: [episodes][steps][votes]; 0 and `null` are not trained on. */
export type VoteAdvantages = (group: LabGroup) => readonly (readonly (readonly (number | null)[])[])[]

/**
 * The groups with an advantage of each step.
 *
 * @throws {RangeError} unless there is one entry an episode, or one a step of it, each a finite number or `null`.
 */
export function creditedBy(advantages: Advantages, groups: readonly LabGroup[]) {
  requireFunction(advantages)
  return groups.map(group => ({ group: membersIn(group), credit: { advantages: byStep(group, advantages(group)) } }))
}

/**
 * The groups with an advantage of each vote.
 *
 * @throws {RangeError} unless there is one a vote, each a finite number or `null`.
 */
export function votesCreditedBy(advantages: VoteAdvantages, groups: readonly LabGroup[]) {
  requireFunction(advantages)
  return groups.map(group => {
    const noteAdvantages = advantages(group)
    requireLength('advantages', 'an episode', group.length, noteAdvantages)
    for (const [episode, { votes }] of group.entries()) {
      const ofSteps = nth(noteAdvantages, episode)
      requireLength(`advantages of episode ${episode}`, 'a step', votes.length, ofSteps)
      for (const [step, ofStep] of votes.entries()) {
        const named = `advantages of step ${step} of episode ${episode}`
        requireLength(named, 'a vote', ofStep?.length ?? 0, nth(ofSteps, step))
        requireAdvantages(named, nth(ofSteps, step))
      }
    }
    return { group: membersIn(group), credit: { noteAdvantages } }
  })
}

const membersIn = (group: LabGroup): Members => ({ members: group.map(rollout => ({ rollout })) })

function byStep(group: LabGroup, given: ReturnType<Advantages>): readonly (readonly (number | null)[])[] {
  requireLength('advantages', 'an episode', group.length, given)
  return group.map(({ episode: { steps } }, index) => {
    const named = `advantages of episode ${index}`
    const own = given[index] ?? null
    requireAdvantages(named, [own].flat())
    if (typeof own === 'number' || own === null) return steps.map(() => own)
    requireLength(named, 'a step', steps.length, own)
    return own
  })
}

function requireFunction(advantages: unknown): void {
  if (callable.wrongIn(advantages) !== null)
    throw new RangeError(`advantages must be a function, got ${describeValue(advantages)}`)
}

function requireLength(named: string, each: string, wanted: number, given: readonly unknown[]): void {
  const found = Array.isArray(given) ? given.length : describeValue(given)
  if (found !== wanted) throw new RangeError(`${named} must give one entry ${each}, ${wanted}, got ${found}`)
}

function requireAdvantages(named: string, given: readonly unknown[]): void {
  const wrong = given.find(each => each !== null && !Number.isFinite(each))
  if (wrong !== undefined) throw new RangeError(`${named} must be finite numbers or null, got ${describeValue(wrong)}`)
}
