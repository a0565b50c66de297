/**
 * The adapter's experience with edits: how each kind fared in general, and how after each complaint of the critic. A
 * complaint seen seldom leans on the general rates. Plain data, replaced, never changed.
 */
import type { Direction } from '../contracts/worlds/environment.ts'
import type { Key } from '../math/random.ts'
import { emptyBandit, learnDecision, rankEdits } from './bandit.ts'
import type { Arm, Bandit, EditMemory } from '../contracts/worlds/edit-memory.ts'

export const emptyMemory: EditMemory = { general: emptyBandit, byComplaint: {} }

/** Weight of evidence from other complaints against evidence from this one. */
const pooling = 0.25
const maxComplaints = 64

/** The edits, the most promising first. @throws {RangeError} if `direction` is neither of the two. */
export function rank(
  memory: EditMemory,
  {
    direction,
    complaint,
    names,
    key,
  }: { direction: Direction; complaint: string | null; names: readonly string[]; key: Key },
): string[] {
  const own = ownOf(memory, complaint ?? '')
  return rankEdits(
    { ...emptyBandit, [direction]: pooled(memory.general[direction], own[direction]) },
    direction,
    names,
    key,
  )
}

/** The memory after one decision. */
export function learn(
  memory: EditMemory,
  decision: { direction: Direction; edit: string; complaint: string | null; accepted: boolean },
): EditMemory {
  const complaint = decision.complaint ?? ''
  const general = learnDecision(memory.general, decision)
  if (!Object.hasOwn(memory.byComplaint, complaint) && Object.keys(memory.byComplaint).length >= maxComplaints)
    return { ...memory, general }
  const own = learnDecision(ownOf(memory, complaint), decision)
  return { general, byComplaint: { ...memory.byComplaint, [complaint]: own } }
}

const ownOf = ({ byComplaint }: EditMemory, complaint: string): Bandit =>
  (Object.hasOwn(byComplaint, complaint) ? byComplaint[complaint] : undefined) ?? emptyBandit

type Arms = Readonly<Record<string, Arm>>

function pooled(general: Arms, own: Arms): Arms {
  const sum = (name: string, what: keyof Arm): number =>
    pooling * (general[name]?.[what] ?? 0) + (1 - pooling) * (own[name]?.[what] ?? 0)
  return Object.fromEntries(
    Object.keys(general).map(name => [name, { accepted: sum(name, 'accepted'), rejected: sum(name, 'rejected') }]),
  )
}
