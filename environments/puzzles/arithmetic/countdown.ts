/**
 * Countdown: all of the numbers, each once, make the target. `Countdown 17 ; 3 5 4` → `3 * 4 + 5`, worked out from left to right. Numbers
 * on the way stay within 0 and 99. Any such way is right.
 * Departures: from 2 numbers on, where the source has 3; no brackets and no division.
 */
import { nth } from '../../../src/math/nth.ts'
import { defineFamily } from '../family/family.ts'
import { invalidAnswer, malformedAnswer, rightAnswer, wrongAnswer } from '../family/rewards.ts'
import { largestNumberWord, numbersOf } from '../family/words.ts'

interface Countdown {
  readonly target: number
  readonly numbers: readonly number[]
}

const least = 2
const top = 4

export const signs = ['+', '-', '*'] as const
type Sign = (typeof signs)[number]

const isSign = (word: string | undefined): word is Sign => signs.some(sign => sign === word)

/** `null` outside of 0 to 99. */
function applied(left: number, sign: Sign, number: number): number | null {
  const value = sign === '+' ? left + number : sign === '-' ? left - number : left * number
  return value >= 0 && value <= largestNumberWord ? value : null
}

/** The first way from a number on to the target with all others; `null` if no way exists. */
function wayFrom(left: number, others: readonly number[], target: number): readonly (string | number)[] | null {
  if (others.length === 0) return left === target ? [] : null
  for (const [index, number] of others.entries()) {
    for (const sign of signs) {
      const value = applied(left, sign, number)
      const rest = value === null ? null : wayFrom(value, others.toSpliced(index, 1), target)
      if (rest !== null) return [sign, number, ...rest]
    }
  }
  return null
}

function wayTo({ target, numbers }: Countdown): readonly (string | number)[] | null {
  for (const [index, number] of numbers.entries()) {
    const rest = wayFrom(number, numbers.toSpliced(index, 1), target)
    if (rest !== null) return [number, ...rest]
  }
  return null
}

const ascending = (numbers: readonly number[]): string => [...numbers].sort((a, b) => a - b).join(' ')

/** The value of a row of numbers and signs; `null` where it leaves 0 to 99 or is no such row. */
const valueOfRow = (words: readonly string[]): number | null =>
  words.slice(1).reduce<number | null>((value, word, index) => {
    if (index % 2 === 0) return value
    const sign = words[index]
    return value === null || !isSign(sign) ? null : applied(value, sign, Number(word))
  }, Number(words[0]))

export const countdownGame = defineFamily<Countdown>({
  name: 'Countdown',
  rule: 'a target; numbers. Use each number once, with + - or * between them, so that they make the target, worked out from left to right and on the way never below 0 or above 99',
  top,
  words: level => 3 + (least + level) + 2 * (least + level) - 1,
  generate: (level, random) => {
    for (;;) {
      const numbers = Array.from({ length: least + level }, () => 1 + random.integer(9))
      const [first = 0, ...others] = numbers
      const target = others.reduce<number | null>(
        (value, number) => (value === null ? null : applied(value, random.pick(signs), number)),
        first,
      )
      if (target !== null) return { target, numbers: random.shuffle(numbers) }
    }
  },
  write: ({ target, numbers }) => [[target], numbers],
  read: ([head = [], row = [], ...more]) => {
    const [target, ...others] = numbersOf(head) ?? []
    const numbers = numbersOf(row)
    if (target === undefined || numbers === null || others.length > 0 || more.length > 0) return null
    if (numbers.length < least || numbers.length > least + top) return null
    return wayTo({ target, numbers }) === null ? null : { target, numbers }
  },
  level: ({ numbers }) => numbers.length - least,
  solve: problem => wayTo(problem) ?? [],
  reward: ({ target, numbers }, answer) => {
    const used = numbersOf(answer.filter((_, index) => index % 2 === 0))
    const between = answer.filter((_, index) => index % 2 === 1)
    if (used === null || answer.length % 2 === 0 || !between.every(isSign)) return malformedAnswer
    if (ascending(used) !== ascending(numbers)) return invalidAnswer
    return valueOfRow(answer) === target ? rightAnswer : wrongAnswer
  },
  /** The first two numbers are done with: their result takes their place. */
  part: ({ target, numbers }, answer) => {
    const [first = '', sign = '', second = '', ...rest] = answer
    const value = valueOfRow([first, sign, second]) ?? 0
    const left = numbers.toSpliced(numbers.indexOf(Number(first)), 1)
    const kept = left.toSpliced(left.indexOf(Number(second)), 1)
    return { problem: { target, numbers: [...kept, value] }, answer: [nth([value], 0), ...rest] }
  },
})
