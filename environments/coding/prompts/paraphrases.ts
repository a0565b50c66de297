/** Wordings of each clause. Held-out ones are for `unseen` alone; all their words occur in trained ones. */
import type { ClauseKind, Output } from '../tasks/pipeline.ts'

export interface Paraphrases {
  readonly common: readonly string[]
  readonly rare: readonly string[]
  readonly heldOut: readonly string[]
}

/** `k` is the number. */
export const clauseParaphrases: Readonly<Record<ClauseKind, Paraphrases>> = {
  even: {
    common: ['keep the even numbers', 'keep what is even'],
    rare: ['select the even numbers', 'remove the odd numbers'],
    heldOut: ['select what is even'],
  },
  odd: {
    common: ['keep the odd numbers', 'keep what is odd'],
    rare: ['select the odd numbers', 'remove the even numbers'],
    heldOut: ['select what is odd'],
  },
  greater: {
    common: ['keep the numbers above k', 'keep what is above k'],
    rare: ['select the numbers above k', 'remove the numbers up to k'],
    heldOut: ['select what is above k'],
  },
  add: {
    common: ['add k to each number modulo 10', 'raise each number by k modulo 10'],
    rare: ['add k to every number modulo 10'],
    heldOut: ['raise every number by k modulo 10'],
  },
  take: {
    common: ['take the first k', 'keep the first k numbers'],
    rare: ['remove all after the first k'],
    heldOut: ['keep the first k'],
  },
  drop: {
    common: ['drop the first k', 'skip the first k numbers'],
    rare: ['remove the first k numbers'],
    heldOut: ['skip the first k'],
  },
  reverse: {
    common: ['reverse the list', 'turn the list around'],
    rare: ['reverse the order'],
    heldOut: ['turn the order around'],
  },
  'sort up': {
    common: ['sort from low to high', 'sort in rising order'],
    rare: ['arrange from low to high'],
    heldOut: ['arrange in rising order'],
  },
  'sort down': {
    common: ['sort from high to low', 'sort in falling order'],
    rare: ['arrange from high to low'],
    heldOut: ['arrange in falling order'],
  },
  double: {
    common: ['double the list', 'write the list twice'],
    rare: ['write it twice'],
    heldOut: ['double it'],
  },
}

export const outputParaphrases: Readonly<Record<Output, Paraphrases>> = {
  list: {
    common: ['print the list', 'show the list'],
    rare: ['print what is left'],
    heldOut: ['show what is left'],
  },
  length: {
    common: ['print the length', 'show the length'],
    rare: ['print how many are left'],
    heldOut: ['show how many are left'],
  },
  maximum: {
    common: ['print the maximum', 'show the maximum'],
    rare: ['print the greatest number'],
    heldOut: ['show the greatest number'],
  },
  sum: {
    common: ['print the sum', 'show the sum'],
    rare: ['print the total'],
    heldOut: ['show the total'],
  },
}

/** Sentences between the clauses that ask for nothing. */
export const distractors: Paraphrases = {
  common: ['keep all numbers', 'leave the order'],
  rare: ['leave all numbers'],
  heldOut: ['keep the order'],
}

/** Every way, the common ones first; a task names one by its index here. */
export const ways = ({ common, rare, heldOut }: Paraphrases): readonly string[] => [...common, ...rare, ...heldOut]

/** How usual the way of an index is. */
export function usageOf({ common, rare }: Paraphrases, way: number): keyof Paraphrases {
  if (way < common.length) return 'common'
  return way < common.length + rare.length ? 'rare' : 'heldOut'
}

/** The indices of the ways that are so usual. */
export const waysOf = (paraphrases: Paraphrases, usage: keyof Paraphrases): readonly number[] =>
  ways(paraphrases).flatMap((_, way) => (usageOf(paraphrases, way) === usage ? [way] : []))
