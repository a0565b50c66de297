/** Counts of invalid episodes and steps of an iteration, and their limit. Pure. */
import { framesOf, type Failure } from '../contracts/failure.ts'
import { FailedError } from '../runtime/errors/failed-error.ts'
import type { RolloutBatch } from '../contracts/messages/rollouts.ts'

/** How many of a kind are invalid, and the first reason. */
interface InvalidCount {
  readonly kind: 'episodes' | 'steps'
  readonly invalid: number
  /** Valid ones included. */
  readonly total: number
  /** Where and why it first happened, by id; `null` if nothing is invalid. */
  readonly first: string | null
  /** The first one, as it was reported. */
  readonly failure?: Failure
}

/** More of an iteration is invalid than the run allows. */
export class InvalidShareError extends Error {
  override readonly name = 'InvalidShareError'
}

/** Episodes that could not be played, and steps on which an observer could not write, of all notes asked for. */
export function invalidCounts({ rollouts, invalid }: RolloutBatch): readonly [InvalidCount, InvalidCount] {
  const noted = [...rollouts].flatMap(([id, { notes }]) =>
    Object.values(notes).flatMap(ofObserver => ofObserver.map((step, index) => ({ id, step, index }))),
  )
  const broken = noted.flatMap(({ id, step, index }) =>
    step.kind === 'invalid' ? [{ id, reason: `step ${index}: ${step.reason}` }] : [],
  )
  return [count('episodes', invalid, rollouts.size + invalid.length), count('steps', broken, noted.length)]
}

/**
 * @param most share in [0, 1] of each kind that may be invalid.
 * @throws {InvalidShareError} if it is more.
 */
export function requireValid(counts: readonly InvalidCount[], most: number): void {
  for (const { kind, invalid, total, first, failure } of counts) {
    if (invalid === 0 || invalid <= most * total) continue
    const share = (100 * invalid) / total
    throw new InvalidShareError(
      `${invalid} of ${total} ${kind} (${share.toFixed(1)} %) are invalid, more than supervision.invalidShare (${most}) allows; the first is ${first}`,
      failure === undefined ? {} : { cause: new FailedError(failure) },
    )
  }
}

/** One line for each kind of which some are invalid. */
export const invalidWarnings = (counts: readonly InvalidCount[]): string[] =>
  counts.flatMap(({ kind, invalid, first, failure }) =>
    invalid === 0
      ? []
      : [[`${invalid} ${kind} ${verbs[kind]} and leave their groups, e.g. ${first}`, ...innermost(failure)].join('\n')],
  )

/** Frames that are shown of an error after which the run continues. */
const shownFrames = 3

const innermost = (failure: Failure | undefined): readonly string[] =>
  failure !== undefined && 'stack' in failure
    ? framesOf(failure.stack)
        .slice(0, shownFrames)
        .map(line => `  | ${line}`)
    : []

const verbs = { episodes: 'could not be played', steps: 'could not be graded' } as const

function count(kind: InvalidCount['kind'], broken: RolloutBatch['invalid'], total: number): InvalidCount {
  const first = broken.reduce((least, each) => (least === undefined || each.id < least.id ? each : least), broken[0])
  return {
    kind,
    invalid: broken.length,
    total,
    first: first === undefined ? null : `${first.id}, ${first.reason}`,
    ...(first?.failure === undefined ? {} : { failure: first.failure }),
  }
}
