/** Each law is broken here by a world with one fault. */
import test from 'ava'
import cartPole from '../../../examples/cart-pole.ts'
import type { VectorWorld, VectorWorldContext } from '../../../src/contracts/worlds/vector-world.ts'
import { vectorWorldLaws } from '../../../src/laws/index.ts'

const sound = (context: VectorWorldContext) => cartPole({ length: 10 }, context)

for (const { name, check } of vectorWorldLaws('cart-pole', sound)) test(name, t => t.notThrowsAsync(check))

let calls = 0

const faults: readonly (readonly [law: string, fault: (world: VectorWorld) => Partial<VectorWorld>])[] = [
  [
    'the same key and actions',
    ({ step }) => ({
      step: (from, to, rows) => {
        step(from, to, rows)
        rows.rewards[from] = calls++
      },
    }),
  ],
  [
    'in one part as one by one',
    ({ step }) => ({
      step: (from, to, rows) => {
        step(from, to, rows)
        rows.rewards[from] = to - from
      },
    }),
  ],
  [
    'only the rows',
    ({ step }) => ({
      step: (from, to, rows) => {
        step(from, to, rows)
        rows.rewards[0] = to
      },
    }),
  ],
  [
    'only the rows',
    ({ reset }) => ({
      reset: (world, episode, rows) => {
        reset(world, episode, rows)
        rows.observations[0] = world
      },
    }),
  ],
  [
    'numbers are finite',
    ({ step }) => ({
      step: (from, to, rows) => {
        step(from, to, rows)
        rows.rewards[from] = NaN
      },
    }),
  ],
  [
    'numbers are finite',
    ({ step }) => ({
      step: (from, to, rows) => {
        step(from, to, rows)
        rows.endings[from] = 3
      },
    }),
  ],
  [
    'begins as its number says',
    ({ reset }) => {
      let resets = 0
      return {
        reset: (world, _, rows) => {
          reset(world, resets, rows)
          resets += 1
        },
      }
    },
  ],
]

for (const [index, [part, fault]] of faults.entries()) {
  test(`a vector world is found out that breaks the law "${part}", by fault ${index + 1}`, async t => {
    const make = (context: VectorWorldContext) => {
      const world = sound(context)
      return { ...world, ...fault(world) }
    }
    const law = vectorWorldLaws('cart-pole', make, { seed: 1 }).find(({ name }) => name.includes(part))
    const error = await t.throwsAsync(async () => law?.check())
    t.regex(error?.message ?? '', /^cart-pole breaks the law: .*\n {2}task {6}\{"worlds":\d,"key":\d+\}\n/)
    t.regex(error?.message ?? '', /^ {2}expected {2}.+\n {2}found {5}.+\n {2}case \d+, smallest .* with seed 1$/m)
  })
}

test('the transcript has the actions of each step and the rows after it', async t => {
  const make = (context: VectorWorldContext): VectorWorld => {
    const { step, ...world } = sound(context)
    return {
      ...world,
      step: (from, to, rows) => {
        step(from, to, rows)
        rows.rewards[from] = Infinity
      },
    }
  }
  const law = vectorWorldLaws('cart-pole', make, { seed: 1 }).find(({ name }) => name.startsWith('numbers'))
  const error = await t.throwsAsync(async () => law?.check())
  t.regex(
    error?.message ?? '',
    /\n {4}world 0: (-?[\d.e-]+, ){3}-?[\d.e-]+; reward 0, ending 0\n {4}> 0\n {4}world 0: .*; reward Infinity, ending 0\n/,
  )
  t.regex(error?.message ?? '', /found {5}a number is Infinity/)
})
