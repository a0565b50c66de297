/** A call of a part, as laws of purity make it: on the arguments themselves, or on a copy. */
import { types } from 'node:util'
import type fc from 'fast-check'
import type { Part } from '../../../methods/rlanything/formulation/formulation.ts'
import type { LawSubject, Table } from '../cases/law.ts'
import { near } from '../cases/numbers.ts'
import { firstDifference, type FirstDifference } from '../../law/first-difference.ts'
import { cloned } from '../../../contracts/same-data.ts'

/** The result of a call. */
export interface FormulaAnswer {
  /** As it was given; what made it may change it still. */
  readonly live: unknown
  /** As it was when it was given. */
  readonly value: unknown
}

export interface FormulaCall {
  readonly part: Part
  readonly show: () => Table
  /** On the arguments themselves, which other calls may share, or on a copy. */
  readonly ask: (subject: LawSubject, on: 'itself' | 'a copy') => FormulaAnswer
  /** How its arguments differ afterwards; `null` if they are unchanged. */
  readonly spoilt: (subject: LawSubject) => FirstDifference | null
  /** The same call in another order that must have no effect, and its value as it would be in this one. */
  readonly turned: ((subject: LawSubject) => unknown) | null
}

interface CallOptions<Given extends readonly unknown[], Value> {
  readonly part: Part
  readonly ask: (subject: LawSubject, ...given: Given) => Value
  readonly show: (...given: Given) => Table
  /** Reverses the arguments, and a value back. */
  readonly turn?: { readonly given: (...given: Given) => Given; readonly value: (value: Value) => Value }
}

/** Calls of one part that share some of their arguments. */
export const familiesOf = <Given extends readonly unknown[], Value>(
  options: CallOptions<Given, Value>,
  families: fc.Arbitrary<readonly Given[]>,
): fc.Arbitrary<readonly FormulaCall[]> => families.map(family => family.map(given => callOf(options, given)))

function callOf<Given extends readonly unknown[], Value>(
  { part, ask, show, turn }: CallOptions<Given, Value>,
  given: Given,
): FormulaCall {
  const before = cloned(given)
  return {
    part,
    show: () => show(...before),
    ask: (subject, on) => answered(() => ask(subject, ...(on === 'itself' ? given : cloned(before)))),
    spoilt: subject => {
      const own = cloned(before)
      answered(() => ask(subject, ...own))
      return firstDifference(before, own)
    },
    turned:
      turn === undefined
        ? null
        : subject => answered(() => turn.value(ask(subject, ...turn.given(...cloned(before))))).value,
  }
}

function answered(work: () => unknown): FormulaAnswer {
  try {
    const live = work()
    return { live, value: cloned(live) }
  } catch (thrown) {
    const value = `it threw ${String(thrown)}`
    return { live: value, value }
  }
}

/** Where two answers differ by more than rounding. */
export const unlike = (expected: unknown, found: unknown): FirstDifference | null =>
  firstDifference(expected, found, (one, other) =>
    typeof one === 'number' && typeof other === 'number' ? near(one, other) : Object.is(one, other),
  )

/** On a line. */
export function formulaText(value: unknown): string {
  const text = JSON.stringify(value, (_, each: unknown) => {
    if (types.isFloat64Array(each)) return [...each]
    return typeof each === 'number' && !Number.isFinite(each) ? String(each) : each
  })
  return text ?? 'nothing'
}
