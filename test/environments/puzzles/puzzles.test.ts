import test from 'ava'
import fc from 'fast-check'
import { puzzles } from '../../../environments/puzzles/index.ts'
import { familyNames } from '../../../environments/puzzles/tasks/families.ts'
import { splitOfPrompt } from '../../../environments/puzzles/tasks/splits.ts'
import { fromPure } from '../../../src/rollout/from-pure.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import { environmentLaws } from '../../laws/environment-laws.ts'

environmentLaws(puzzles({ levels: [0, 4] }), {
  runs: 40,
  refusal: null,
  layoutOf: ({ prompt }) => splitOfPrompt(prompt),
})

const random = (seed: number) => randomFrom(derive(rootKey(seed), 'puzzles test'))

test('the ladder draws tasks of the family, the level and the split train; the same again by the same key', t => {
  const { ladder } = fromPure(puzzles())
  t.deepEqual(
    ladder?.families.map(({ name }) => name),
    familyNames,
  )
  fc.assert(
    fc.property(fc.constantFrom(...(ladder?.families ?? [])), fc.nat(), fc.nat(), ({ name, top }, height, seed) => {
      const level = height % (top + 1)
      const task = ladder?.generate(name, level, random(seed))
      t.like(task, { family: name, level })
      t.deepEqual(ladder?.generate(name, level, random(seed)), task)
      t.is(splitOfPrompt((task as { prompt: string }).prompt), 'train')
    }),
    { numRuns: 100 },
  )
})

test('models that read prose are told the rules of the families there are', t => {
  const told = (families: readonly string[], heldOutFamilies = families): readonly string[] => {
    const { prompts } = puzzles({ families, heldOutFamilies })
    return [prompts?.actor.instructions ?? '', prompts?.observer.instructions ?? '']
  }
  for (const instructions of told(familyNames))
    for (const name of familyNames) t.true(instructions.includes(`\n${name}: `))
  for (const instructions of told(['GCD'], ['SAT']))
    t.deepEqual(
      familyNames.filter(name => instructions.includes(`\n${name}: `)),
      familyNames.filter(name => name === 'GCD' || name === 'SAT'),
    )
})

test('every family has problems of its lowest level in every split', t => {
  for (const family of familyNames) {
    const world = puzzles({ families: [family], levels: 0 })
    for (const split of ['train', 'seen', 'unseen'] as const) t.is(world.generate(split, random(1)).level, 0)
  }
})

test('held-out tasks have levels of their own; ladders end where problems are too long', t => {
  const world = puzzles({ families: ['Sorting'], levels: [0, 1], heldOut: [5, 20], length: 32 })
  t.deepEqual(world.ladder?.families, [{ name: 'Sorting', top: 9 }])
  const levels = (split: 'train' | 'unseen') =>
    Array.from({ length: 60 }, (_, seed) => world.generate(split, random(seed)).level)
  t.deepEqual([...new Set(levels('train'))].sort(), [0, 1])
  t.deepEqual([...new Set(levels('unseen'))].sort(), [5, 6, 7, 8, 9])
})

test('held-out tasks can be of other families than those that are trained on', t => {
  const world = puzzles({ families: ['Sorting'], heldOutFamilies: ['GCD', 'SAT'] })
  const families = (split: 'train' | 'seen' | 'unseen') =>
    [...new Set(Array.from({ length: 40 }, (_, seed) => world.generate(split, random(seed)).family))].sort()
  t.deepEqual(families('train'), ['Sorting'])
  t.deepEqual(
    [families('seen'), families('unseen')],
    [
      ['GCD', 'SAT'],
      ['GCD', 'SAT'],
    ],
  )
  t.deepEqual(
    world.ladder?.families.map(({ name }) => name),
    ['Sorting'],
  )
})

test('an answer is the last, with its reward; one that is not right loses', t => {
  const world = puzzles()
  const { state } = world.start(world.parseTask({ family: 'Sorting', level: 0, prompt: 'Sorting 7 3 9' }))
  t.like(world.step(state, '3 7 9'), { won: true, lost: false, reward: 1 })
  t.like(world.step(state, '3 9'), { won: false, lost: true, reward: -0.5 })
  t.deepEqual(world.label(state, '3 9'), { good: false, reason: 'impossible answer' })
  t.deepEqual(world.label(state, '3 9 7'), { good: false, reason: 'wrong answer' })
  t.deepEqual(world.label(state, ''), { good: false, reason: 'no answer' })
  const { state: after } = world.step(state, '3 9')
  t.is(world.expert(after), null)
  t.false(world.step(after, '3 7 9').won)
})

test('the part of a task is one level easier', t => {
  const world = puzzles()
  const task = world.parseTask({ family: 'GCD', level: 1, prompt: 'GCD 18 12' })
  const part = { family: 'GCD', level: 0, prompt: 'GCD 12 6' }
  const same = splitOfPrompt(task.prompt) === splitOfPrompt(part.prompt)
  t.deepEqual(world.edit(task, 'part', random(1))?.task, same ? part : undefined)
  t.is(world.edit({ family: 'GCD', level: 6, prompt: 'GCD 34 21' }, 'next-level', random(1)), null)
  t.throws(() => world.edit(task, 'nonsense', random(1)), { instanceOf: RangeError, message: /no edit named nonsense/ })
})

test('refusals name the option or the field, the value found and the value wanted', t => {
  const refused = (options: object) => t.throws(() => puzzles(options), { instanceOf: RangeError }).message
  t.regex(refused({ family: 'Sorting' }), /no option family/)
  t.regex(
    refused({ families: ['Sortin'] }),
    /families must be a list of one of "Sorting", .*, each once, got \["Sortin"\]/,
  )
  t.regex(refused({ families: [] }), /families must be a list of/)
  t.regex(
    refused({ heldOutFamilies: ['GCD', 'GCD'] }),
    /heldOutFamilies must be a list of .*, each once, got \["GCD","GCD"\]/,
  )
  t.regex(refused({ levels: [2, 1] }), /levels must be \[low, high\] with low <= high, got \[2,1\]/)
  t.regex(refused({ heldOut: 21 }), /heldOut must be an integer in \[0, 20\] or .*, got 21/)
  t.regex(refused({ length: 8 }), /length must be an integer in \[32, 256\], got 8/)
  const { parseTask, ladder } = puzzles()
  const parse = (value: unknown) => t.throws(() => parseTask(value), { instanceOf: RangeError }).message
  t.regex(parse({ family: 'Sorting', level: 1, prompt: 'Sorting 7 3 9' }), /task.level must be 0/)
  t.regex(parse({ family: 'Sorting', level: 0, prompt: 'GCD 18 12' }), /prompt must be a problem of Sorting/)
  t.regex(parse({ family: 'Riddle', level: 0, prompt: 'x' }), /task.family/)
  const climb = (family: string, level: number) =>
    t.throws(() => ladder?.generate(family, level, random(1)), { instanceOf: RangeError }).message
  t.regex(climb('Riddle', 0), /family must be one of/)
  t.regex(climb('Sorting', 11), /level of Sorting must be an integer in \[0, 10\], got 11/)
})
