import type { Part } from './formulation.ts'

/** Every part, and whether it is a function; the objective is plain data. */
const functions: Readonly<Record<Part, boolean>> = {
  stepReward: true,
  advantages: true,
  voteRewards: true,
  testRewards: true,
  voteAdvantages: true,
  accepts: true,
  objective: false,
}

export const isPart = (name: string): name is Part => Object.hasOwn(functions, name)

export const parts: readonly Part[] = Object.keys(functions).filter(isPart)

export const functionParts = parts.filter(part => functions[part])
