/** A law of formulations: a sentence that can be checked on random cases and shown as a worked example. */
import fc from 'fast-check'
import type { Claims, Formulas, Part } from '../../../methods/rlanything/formulation/formulation.ts'
import type { Objective, SpanRule } from '../../../losses/objective.ts'

/**
 * `must`: broken, training does not do what was meant. `should`: broken, there had better be a reason. `curious`:
 * neither good nor bad, but worth knowing.
 */
export type Severity = 'must' | 'should' | 'curious'

/** A small table for people. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

/** The violation found in one case, in numbers. */
export interface Finding {
  /** The case, worked. */
  readonly table: Table
  readonly expected: string
  readonly found: string
}

interface LawText {
  /** Kebab case, for `--law`. */
  readonly name: string
  /** A sentence. */
  readonly statement: string
  /** Its source. */
  readonly source: string
  readonly severity: Severity
  /** The part of a formulation that it is about. */
  readonly part: Part
  /** Whether it asks another instance of the formulation, too. */
  readonly another?: boolean
}

export interface CheckOptions {
  /** Cases tried. */
  readonly runs: number
  readonly seed: number
}

export type LawResult =
  | { readonly verdict: 'holds'; readonly runs: number }
  | {
      readonly verdict: 'not applicable'
      readonly reason: string
      /** Claims to add to the formulation, with its values, to be held to the law. */
      readonly claim?: Claims
    }
  | {
      readonly verdict: 'broken'
      /** Cases tried before the first that broke it, it included. */
      readonly runs: number
      readonly seed: number
      /** The path of the smallest case from the seed, as fast-check takes it. */
      readonly path: string
      readonly finding: Finding
    }

/** An objective with its rule at hand. */
export interface Loss {
  readonly objective: Objective
  readonly rule: SpanRule
}

/** A formulation with the rule of its objective at hand. */
export interface LawSubject extends Formulas, Loss {
  /** The parts that are its own; of the others it is the configuration that is checked. */
  readonly given?: readonly Part[]
  /** The same formulation loaded once more, and not called yet; none where there is no file. */
  readonly another?: LawSubject
  /** The reward model's, where that is another one. */
  readonly ofRewardModel?: Loss
}

export interface FormulationLaw extends LawText {
  readonly check: (formulation: LawSubject, options: CheckOptions) => LawResult
}

export interface LawOptions<Case> extends Omit<LawText, 'severity'> {
  /** `must` unless it is less. */
  readonly severity?: Severity
  /** Cases of laws that call a part many times: a fifth of the number requested, but at least this. */
  readonly enough?: number
  /** One claim without which the law says nothing, with a value for example. */
  readonly claim?: Claims
  /** Why the law says nothing about this formulation; `null` if it does. */
  readonly inapplicable?: (formulation: LawSubject) => string | null
  /** Cases, which shrink to small ones. */
  readonly cases: (formulation: LawSubject) => fc.Arbitrary<Case>
  /** `null` if the law holds of the case. An error breaks the law too. */
  readonly find: (formulation: LawSubject, one: Case) => Finding | null
  /** The case as a table, for when a part threw. */
  readonly show: (one: Case) => Table
}

export function law<Case>(options: LawOptions<Case>): FormulationLaw {
  const { name, statement, source, severity = 'must', part, another = false } = options
  return {
    ...{ name, statement, source, severity, part, another },
    check: (subject, checking) => {
      const result = checkOne(options, subject, checking)
      const { ofRewardModel } = subject
      if (part !== 'objective' || ofRewardModel === undefined || result.verdict === 'broken') return result
      const other = checkOne(options, { ...subject, ...ofRewardModel }, checking)
      return other.verdict === 'not applicable' ? result : other
    },
  }
}

function checkOne<Case>(
  { name, part, cases, find, show, claim, inapplicable, enough = Infinity }: LawOptions<Case>,
  subject: LawSubject,
  { runs, seed }: CheckOptions,
): LawResult {
  const silent = unwritten(subject, part) ?? unclaimed(subject, claim) ?? inapplicable?.(subject) ?? null
  if (silent !== null)
    return { verdict: 'not applicable', ...(typeof silent === 'string' ? { reason: silent } : silent) }
  const tried = (one: Case): Finding | null => {
    try {
      return find(subject, one)
    } catch (thrown) {
      return { table: show(one), expected: 'a result', found: `it threw ${String(thrown)}` }
    }
  }
  const property = fc.property(cases(subject), one => tried(one) === null)
  const details = fc.check(property, { seed, numRuns: Math.min(runs, Math.max(enough, Math.ceil(runs / 5))) })
  if (!details.failed) return { verdict: 'holds', runs: details.numRuns }
  const [smallest] = details.counterexample ?? []
  if (smallest === undefined) throw new Error(`law ${name}: no case could be drawn`, { cause: details.errorInstance })
  const finding = tried(smallest) ?? {
    table: show(smallest),
    expected: 'the same result each time',
    found: 'another one the second time: it is not a function of what it is given',
  }
  return {
    verdict: 'broken',
    runs: details.numRuns,
    seed: details.seed,
    path: details.counterexamplePath ?? '',
    finding,
  }
}

function unclaimed({ claims }: LawSubject, claim: Claims = {}) {
  const missing = Object.keys(claim).find(name => claims[name as keyof Claims] === undefined)
  return missing === undefined ? null : { reason: `it does not claim ${missing}`, claim }
}

/** Why a law about one kind of reward model does not apply to one of another kind. */
function unwritten({ claims: { writes } }: LawSubject, part: Part): string | null {
  if (part === 'voteRewards' && writes === 'tests') return 'its model writes tests'
  if (part === 'testRewards' && writes === 'votes') return 'its model votes'
  return null
}

type Common = 'part' | 'show' | 'cases' | 'inapplicable'

/** Makes laws of one part, on these cases unless a law has its own. */
export const lawsOf =
  <Case>(common: Pick<LawOptions<Case>, Common>) =>
  (
    options: Omit<LawOptions<Case>, Common> & Partial<Pick<LawOptions<Case>, 'cases' | 'inapplicable'>>,
  ): FormulationLaw =>
    law({ ...common, ...options })
