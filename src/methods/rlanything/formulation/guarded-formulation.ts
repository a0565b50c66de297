/** Guards a formulation: errors of its parts, and promises in place of values, are attributed to it. */
import { guarded } from '../../../user-code/guarded.ts'
import { flag, listOf, number, settled, type Shape } from '../../../user-code/shape.ts'
import type { Formulation, Part } from './formulation.ts'

type Formula = Exclude<Part, 'objective'>

/** The type of each part's result; that its numbers are finite, and as many as there must be, is checked where they are used. */
const gives: Readonly<Record<Formula, Shape>> = {
  stepReward: number,
  advantages: listOf(settled),
  voteRewards: listOf(settled),
  testRewards: listOf(settled),
  voteAdvantages: listOf(settled),
  accepts: flag,
}
const formulas = Object.keys(gives) as readonly Formula[]

/**
 * The same formulation; its parts throw a `FailedError` of kind `user-code`, with the place in its file.
 *
 * @param file that it is from; `null` if it was given as an object.
 */
export function guardedFormulation(formulation: Formulation, file: string | null): Formulation {
  const author = { name: `the formulation ${formulation.name}`, module: file }
  const parts = formulas.flatMap(part => {
    const formula = formulation[part] as ((...given: readonly unknown[]) => unknown) | undefined
    return formula === undefined ? [] : [[part, guarded(author, { part, gives: gives[part] }, formula)]]
  })
  return { ...formulation, ...(Object.fromEntries(parts) as Partial<Formulation>) }
}
