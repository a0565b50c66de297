/**
 * Knapsack: the items of the highest total value that fit. `Knapsack 5 ; 2 3 ; 4 4 ; 3 1` (capacity; weight and value of each)
 * → `1 3`, the items by number in ascending order, or `none`.
 */
import { nth } from '../../../src/math/nth.ts'
import { zip } from '../../../src/math/zip.ts'
import { defineFamily } from '../family/family.ts'
import { invalidAnswer, malformedAnswer, ratioReward } from '../family/rewards.ts'
import { numberRows, numbersOf } from '../family/words.ts'

interface Item {
  readonly weight: number
  readonly value: number
}

interface KnapsackProblem {
  readonly capacity: number
  readonly items: readonly Item[]
}

const least = 3
const top = 6
const none = 'none'

/** The items of a selection, by number from 1. */
type Selection = readonly number[]

const total = ({ items }: KnapsackProblem, selection: Selection, of: keyof Item): number =>
  selection.reduce((sum, item) => sum + nth(items, item - 1)[of], 0)

const fits = (problem: KnapsackProblem, selection: Selection): boolean =>
  total(problem, selection, 'weight') <= problem.capacity

/** The first best of all selections. */
function best(problem: KnapsackProblem): Selection {
  const numbers = problem.items.map((_, index) => index + 1)
  const selections = Array.from({ length: 2 ** numbers.length }, (_, bits) =>
    numbers.filter(item => (bits >> (item - 1)) & 1),
  )
  const worth = (selection: Selection): number => (fits(problem, selection) ? total(problem, selection, 'value') : -1)
  return selections.reduce<Selection>((found, each) => (worth(each) > worth(found) ? each : found), [])
}

const wordsOf = (selection: Selection) => (selection.length === 0 ? [none] : selection)

/** `null` if the words are no selection: numbers in ascending order, or `none`. */
function selectionOf(answer: readonly string[]): Selection | null {
  if (answer.length === 1 && answer[0] === none) return []
  const numbers = numbersOf(answer)
  const ascending = numbers?.every((item, index) => item > (numbers[index - 1] ?? 0)) ?? false
  return ascending ? numbers : null
}

export const knapsack = defineFamily<KnapsackProblem>({
  name: 'Knapsack',
  rule: 'a capacity; weight and value of each item. Give the numbers, from 1, of the items of the highest total value that fit, in ascending order, or none',
  top,
  words: level => 2 + 4 * (least + level),
  generate: (level, random) => {
    const size = least + level
    const items = Array.from({ length: size }, () => {
      const weight = 1 + random.integer(size)
      return { weight, value: 1 + random.integer(2 * weight) }
    })
    const lightest = Math.min(...items.map(({ weight }) => weight))
    const sum = items.reduce((all, { weight }) => all + weight, 0)
    return { items, capacity: lightest + random.integer(sum - lightest + 1) }
  },
  write: ({ capacity, items }) => [[capacity], ...items.map(({ weight, value }) => [weight, value])],
  read: rows => {
    const [[capacity, ...more] = [], ...pairs] = numberRows(rows) ?? []
    if (capacity === undefined || more.length > 0 || pairs.length < least || pairs.length > least + top) return null
    const items = pairs.map(([weight = 0, value = 0]) => ({ weight, value }))
    return zip(pairs, items).every(([{ length }, { weight, value }]) => length === 2 && weight > 0 && value > 0)
      ? { capacity, items }
      : null
  },
  level: ({ items }) => items.length - least,
  solve: problem => wordsOf(best(problem)),
  reward: (problem, answer) => {
    const selection = selectionOf(answer)
    if (selection === null) return malformedAnswer
    if (selection.some(item => item > problem.items.length) || !fits(problem, selection)) return invalidAnswer
    return ratioReward(total(problem, selection, 'value'), total(problem, best(problem), 'value'))
  },
  /** Without its last item a best selection is a best one of the others, for the capacity that is left. */
  part: ({ capacity, items }, answer) => {
    const selection = selectionOf(answer) ?? []
    const { length } = items
    const isTaken = selection.includes(length)
    return {
      problem: { capacity: capacity - (isTaken ? nth(items, length - 1).weight : 0), items: items.slice(0, -1) },
      answer: wordsOf(selection.filter(item => item !== length)),
    }
  },
})
