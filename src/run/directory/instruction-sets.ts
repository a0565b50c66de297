/** Runs whose numbers come from more than one instruction set. */
import { instructionSet } from '../../engine/local/instruction-set.ts'
import type { Versions } from './run-directory.ts'

/** Those that a run was computed with, in their order. */
export const instructionSetsOf = ({ instructions }: Versions): readonly string[] => instructions?.split(', ') ?? []

/** With this processor's among them. */
export const onThisProcessor = (versions: Versions): Versions => ({
  ...versions,
  instructions: [...new Set([...instructionSetsOf(versions), instructionSet()])].join(', '),
})

/** Warning of more than one; `null` without a warning. */
export function mixedSets(subject: string, sets: readonly string[]): string | null {
  const [first, ...others] = [...new Set(sets)].sort()
  if (first === undefined || others.length === 0) return null
  const names = `${others.join(', ')} and ${first}`
  return isEqual([first, ...others])
    ? `${subject} on ${names}, which the default engine computes equally as far as tried (docs/engines.md).`
    : `${subject} on ${names}, which may differ in the last bits of numbers, and so in all that follows (docs/engines.md).`
}

const isEqual = (sets: readonly string[]): boolean => sets.every(set => set === 'avx512' || set === 'avx2')
