/** The laws on every family, faults that they find, and worked examples. */
import test from 'ava'
import fc from 'fast-check'
import { puzzleFamilies as families, familyOf } from '../../../environments/puzzles/tasks/families.ts'
import type { Family } from '../../../environments/puzzles/family/family.ts'
import { drawn, familyLaws } from './family-laws.ts'
import { nth } from '../../../src/math/nth.ts'

for (const family of families)
  for (const { name, check } of familyLaws)
    test(`${family.name}: ${name}`, t => {
      t.notThrows(() => {
        check(family)
      })
    })

const sorting = familyOf('Sorting')
let calls = 0

/** What a family could do wrong, by the law that must find it. */
const faults: readonly (readonly [law: string, fault: string, family: Family])[] = [
  ['the same key', 'chance of its own', { ...sorting, generate: () => `Sorting ${(calls += 1) % 50} 2 3` }],
  ['the same key', 'always the lowest level', { ...sorting, generate: (_, random) => sorting.generate(0, random) }],
  ['the same key', 'longer than it says', { ...sorting, words: () => 6 }],
  [
    'the verifier accepts',
    'a reference that is wrong',
    { ...sorting, solve: prompt => prompt.slice('Sorting '.length) },
  ],
  ['the verifier refuses', 'whatever is said is right', { ...sorting, reward: () => 1 }],
  [
    'the verifier refuses',
    'only the first number is looked at',
    {
      ...sorting,
      reward: (prompt, answer) => (answer.split(' ')[0] === sorting.solve(prompt).split(' ')[0] ? 1 : 0),
    },
  ],
  ['level d - 1', 'the part is the whole', { ...sorting, part: (prompt, answer) => ({ prompt, answer }) }],
  [
    'level d - 1',
    'the part has the answer of the whole',
    { ...sorting, part: (prompt, answer) => ({ ...sorting.part(prompt, answer), answer }) },
  ],
  ['text that is no problem', 'everything is a problem', { ...sorting, levelOf: () => 0 }],
]

for (const [law, fault, family] of faults) {
  test(`a family is caught at this: ${fault}`, t => {
    const { check } = nth(
      familyLaws.filter(({ name }) => name.startsWith(law)),
      0,
    )
    t.throws(() => {
      check(family)
    })
  })
}

/** Prompt, answer, reward. */
const worked: readonly (readonly [name: string, prompt: string, answer: string, reward: number])[] = [
  ['Sorting', '7 3 9', '3 7 9', 1],
  ['Sorting', '7 3 9', '3 9 7', (1 / 3) ** 10],
  ['Sorting', '7 3 9', '3 7', -0.5],
  ['Sorting', '7 3 9', 'seven', -1],
  ['Knapsack', '5 ; 2 3 ; 4 4 ; 3 1', '1 3', 1],
  ['Knapsack', '5 ; 2 3 ; 4 4 ; 3 2', '2', (4 / 5) ** 5],
  ['Knapsack', '5 ; 2 3 ; 4 4 ; 3 1', '1 2', -0.5],
  ['Knapsack', '5 ; 2 3 ; 4 4 ; 3 1', '3 1', -1],
  ['Sudoku', '1 2 3 4 ; 3 4 1 2 ; 2 1 4 _ ; 4 3 2 1', '3', 1],
  ['Sudoku', '1 2 3 4 ; 3 4 1 2 ; 2 1 4 _ ; 4 3 2 1', '2', 0],
  ['Sudoku', '1 2 3 4 ; 3 4 1 2 ; 2 1 4 _ ; 4 3 2 1', '5', -0.5],
  ['Countdown', '17 ; 3 5 4', '3 * 4 + 5', 1],
  ['Countdown', '17 ; 3 5 4', '5 + 4 * 3', 0],
  ['Countdown', '17 ; 3 5 4', '3 + 5', -0.5],
  ['Countdown', '2 ; 3 5 4', '3 - 5 + 4', 0],
  ['Countdown', '17 ; 3 5 4', '3 * + 5', -1],
  ['SAT', 'a b ; a B ; A b', 'A B', 1],
  ['SAT', 'a b ; a B ; A b', 'a B', 0],
  ['HamiltonianPath', 'A B C ; A B ; C A', 'C A B', 1],
  ['HamiltonianPath', 'A B C ; A B ; C A', 'A B C', 0],
  ['ShortestPath', 'A C ; A B C ; A C 9 ; A B 2 ; B C 3', 'A B C', 1],
  ['ShortestPath', 'A C ; A B C ; A C 9 ; A B 2 ; B C 3', 'A C', (5 / 9) ** 5],
  ['ShortestPath', 'A C ; A B C ; A C 9 ; A B 2 ; B C 3', 'A B', -0.5],
  ['ShortestPath', 'A C ; A B C ; A C 9 ; C A 2', 'A C', 1],
  ['ShortestPath', 'C A ; A B C ; A C 9 ; C B 2 ; B A 3', 'C A', -0.5],
  ['SpiralMatrix', '1 2 3 ; 8 9 4 ; 7 6 5', '1 2 3 4 5 6 7 8 9', 1],
  ['Multiplication', '3 1 ; 4', '2 5', 1],
  ['Division', '8 7 ; 4', '2 1 ; 3', 1],
  ['GCD', '18 12', '6', 1],
  ['GCDOne_Counting', '5 6', '2', 1],
  ['EuclidGame', '25 7', 'first', 1],
  ['EuclidGame', '8 5', 'second', 1],
  ['EuclidGame', '8 5', 'first', 0],
  ['LampChanging', '1 ; 1 0 0 1', '1 0 1 0', 1],
  ['LampChanging', '2 ; 1 0 0 1', '1 1 1 1', 1],
  ['Path_NoGoingBack_Counting', '2 A C ; A B ; B C ; A C', '2', 1],
  ['Path_NoGoingBack_Counting', '3 A B ; A B', '1', 1],
  ['UndamagedSubmatrixCounting', '1 1 ; 0 1', '5', 1],
]

for (const [name, problem, answer, reward] of worked) {
  test(`${name} ${problem} → ${answer} is worth ${reward}`, t => {
    const family = nth(
      families.filter(each => each.name === name),
      0,
    )
    t.is(family.reward(`${name} ${problem}`, answer), reward)
  })
}

const told: readonly (readonly [name: string, rule: RegExp])[] = [
  ['Countdown', /on the way never below 0 or above 99$/],
  ['GCDOne_Counting', /no divisor but 1 in common/],
  ['ShortestPath', /edges from one to another/],
]
for (const [name, rule] of told)
  test(`the rule of ${name} tells what its verifier goes by`, t => t.regex(familyOf(name).rule, rule))

test('there are at least 16 families, each named once', t => {
  t.true(families.length >= 16)
  t.is(new Set(families.map(({ name }) => name)).size, families.length)
})

test('the first player of EuclidGame wins where the ratio is above the golden one, or a whole number', t => {
  const game = nth(
    families.filter(({ name }) => name === 'EuclidGame'),
    0,
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: game.top }), fc.nat(), (level, seed) => {
      const prompt = drawn(game, level, seed)
      const [greater = 0, lesser = 1] = prompt.split(' ').slice(1).map(Number)
      const isWon = greater % lesser === 0 || greater / lesser > (1 + Math.sqrt(5)) / 2
      t.is(game.solve(prompt), isWon ? 'first' : 'second')
    }),
  )
})
