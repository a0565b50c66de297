/**
 * The ratchet of RLVE: each family has a level h that rises as soon as enough of its hardest problems are answered right, and never
 * falls. Problems are drawn from the window of levels below h. Pure.
 * Source: Zeng et al., RLVE, arXiv 2511.07317, and its code (Zhiyuan-Zeng/RLVE, rollout_data_source.py).
 * Departure: h ends at the top of a family's ladder.
 */
import type { Ladder } from '../../contracts/worlds/environment.ts'
import { nth } from '../../math/nth.ts'
import { derive, randomFrom, type Key } from '../../math/random.ts'

interface RatchetSettings {
  /** τ_acc: the accuracy at which h rises, in (0, 1]. */
  readonly threshold: number
  /** Problems at level h before accuracy is looked at. */
  readonly minPrompts: number
  /** w: levels that problems are drawn from, h the highest. */
  readonly window: number
}

/** Of one family. */
interface RungState {
  /** h. */
  readonly level: number
  /** a: right answers to problems of level h since it was last looked at. */
  readonly right: number
  /** b: all answers to them. */
  readonly answers: number
}

export interface RatchetState {
  readonly rungs: Readonly<Record<string, RungState>>
  /** Problems drawn so far; the next one's seed. */
  readonly drawn: number
}

/** A problem that was drawn: it follows from the run's key, its seed and the levels before it. */
interface DrawnProblem {
  readonly family: string
  readonly level: number
  readonly seed: number
  readonly task: unknown
}

/** Answers to a drawn problem. */
interface Answers extends Pick<DrawnProblem, 'family' | 'level'> {
  /** [n] whether each is right. */
  readonly right: readonly boolean[]
}

/** A check of a family's accuracy, and its result. */
export interface Check extends RungState {
  readonly family: string
  readonly rises: boolean
}

export const startOfRatchet = ({ families }: Pick<Ladder<unknown>, 'families'>, initial: number): RatchetState => ({
  rungs: Object.fromEntries(
    families.map(({ name, top }) => [name, { level: Math.min(initial, top), right: 0, answers: 0 }]),
  ),
  drawn: 0,
})

/**
 * The next problem: a family at random, a level at random of the w up to its h, and a problem of that.
 *
 * @param key the run's, for this use.
 */
function drawProblem(
  { families, generate }: Ladder<unknown>,
  { rungs, drawn: seed }: RatchetState,
  { window }: Pick<RatchetSettings, 'window'>,
  key: Key,
): DrawnProblem {
  const random = randomFrom(derive(key, 'choice', seed))
  const { name: family } = random.pick(families)
  const { level: highest } = rungOf(rungs, family)
  const lowest = Math.max(0, highest - window + 1)
  const level = lowest + random.integer(highest - lowest + 1)
  return { family, level, seed, task: generate(family, level, randomFrom(derive(key, 'problem', seed))) }
}

/** As many problems, and the state after them. */
export function drawProblems(
  ladder: Ladder<unknown>,
  state: RatchetState,
  { window, count, key }: Pick<RatchetSettings, 'window'> & { readonly count: number; readonly key: Key },
): { readonly problems: readonly DrawnProblem[]; readonly state: RatchetState } {
  const problems = Array.from({ length: count }, (_, index) =>
    drawProblem(ladder, { ...state, drawn: state.drawn + index }, { window }, key),
  )
  return { problems, state: { ...state, drawn: state.drawn + count } }
}

/**
 * The state after the answers of an iteration, those of groups that are not trained on included. Only answers to problems of level h
 * count: a += right, b += answers; once b is at least `minPrompts` groups, h rises by one if a / b ≥ τ_acc, and a = b = 0 in any case.
 *
 * @param groupSize n: answers to a problem.
 * @throws {RangeError} if a problem has a level above h.
 */
export function climb(
  { families }: Pick<Ladder<unknown>, 'families'>,
  { rungs, drawn }: RatchetState,
  answers: readonly Answers[],
  { threshold, minPrompts, groupSize }: Omit<RatchetSettings, 'window'> & { readonly groupSize: number },
): { readonly state: RatchetState; readonly checks: readonly Check[] } {
  const checks = families.flatMap(({ name: family, top }): (Check & { readonly isDue: boolean })[] => {
    const rung = rungOf(rungs, family)
    const own = answers.filter(each => each.family === family)
    const above = own.find(({ level }) => level > rung.level)
    if (above !== undefined)
      throw new RangeError(`level of a problem of ${family} must be at most ${rung.level}, got ${above.level}`)
    const counted = own.filter(({ level }) => level === rung.level).flatMap(({ right }) => right)
    const right = rung.right + counted.filter(each => each).length
    const all = rung.answers + counted.length
    const isDue = all >= minPrompts * groupSize
    return [
      {
        family,
        level: rung.level,
        right,
        answers: all,
        isDue,
        rises: isDue && right / all >= threshold && rung.level < top,
      },
    ]
  })
  const after = checks.map(({ family, level, right, answers: all, isDue, rises }): [string, RungState] => [
    family,
    isDue ? { level: level + (rises ? 1 : 0), right: 0, answers: 0 } : { level, right, answers: all },
  ])
  return { state: { rungs: Object.fromEntries(after), drawn }, checks }
}

function rungOf(rungs: RatchetState['rungs'], family: string): RungState {
  const at = Object.keys(rungs).indexOf(family)
  if (at === -1) throw new RangeError(`family must be one of ${Object.keys(rungs).join(', ')}, got '${family}'`)
  return nth(Object.values(rungs), at)
}
