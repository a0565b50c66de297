import test from 'ava'
import fc from 'fast-check'
import { derive, rootKey } from '../../src/math/random.ts'
import { rankEdits } from '../../src/curriculum/bandit.ts'
import { emptyMemory, learn, rank } from '../../src/curriculum/edit-memory.ts'
import type { EditMemory } from '../../src/contracts/worlds/edit-memory.ts'

const names = ['a', 'b', 'c', 'd']
const directions = fc.constantFrom('harder' as const, 'easier' as const)
const complaints = fc.constantFrom(null, 'too far', 'it is closed')
const decisions = fc.array(
  fc.record({ direction: directions, edit: fc.constantFrom(...names), complaint: complaints, accepted: fc.boolean() }),
  { maxLength: 30 },
)
const keys = fc.nat().map(seed => rootKey(seed))
const learned = (made: readonly Parameters<typeof learn>[1][]): EditMemory => made.reduce(learn, emptyMemory)

test('every edit is ranked once, whatever was learned', t => {
  fc.assert(
    fc.property(decisions, directions, complaints, keys, (made, direction, complaint, key) => {
      const ranked = rank(learned(made), { direction, complaint, names, key })
      t.deepEqual([...ranked].sort(), names)
    }),
  )
})

test('a memory written to disk and read back ranks the same', t => {
  fc.assert(
    fc.property(decisions, directions, complaints, keys, (made, direction, complaint, key) => {
      const memory = learned(made)
      const read = JSON.parse(JSON.stringify(memory)) as EditMemory
      t.deepEqual(read, memory)
      t.deepEqual(rank(read, { direction, complaint, names, key }), rank(memory, { direction, complaint, names, key }))
    }),
  )
})

test('learning of one direction leaves the other as it was, and the memory it was given too', t => {
  fc.assert(
    fc.property(decisions, complaints, (made, complaint) => {
      const memory = learned(made)
      const before = structuredClone(memory)
      const after = learn(memory, { direction: 'harder', edit: 'a', complaint, accepted: true })
      t.deepEqual(memory, before)
      t.deepEqual(after.general.easier, memory.general.easier)
    }),
  )
})

test('what gets accepted comes first; after another complaint it counts for less', t => {
  const made = Array.from({ length: 40 }, () => [
    { direction: 'easier' as const, edit: 'a', complaint: 'too far', accepted: true },
    ...['b', 'c', 'd'].map(edit => ({ direction: 'easier' as const, edit, complaint: 'too far', accepted: false })),
  ]).flat()
  const memory = learned(made)
  const firsts = (complaint: string) =>
    Array.from(
      { length: 200 },
      (_, draw) => rank(memory, { direction: 'easier', complaint, names, key: derive(rootKey(1), draw) })[0],
    ).filter(name => name === 'a').length
  t.true(firsts('too far') > 190)
  t.true(firsts('it is closed') > 100)
  t.true(firsts('too far') > firsts('it is closed'))
})

test('where all that was learned came with one complaint, it ranks as in general', t => {
  const ofOne = decisions.map(made => made.map(each => ({ ...each, complaint: 'too far' })))
  fc.assert(
    fc.property(ofOne, directions, keys, (made, direction, key) => {
      const memory = learned(made)
      t.deepEqual(
        rank(memory, { direction, complaint: 'too far', names, key }),
        rankEdits(memory.general, direction, names, key),
      )
    }),
  )
})

test('complaints without end do not grow the memory without end', t => {
  const made = Array.from({ length: 200 }, (_, index) => ({
    direction: 'harder' as const,
    edit: 'a',
    complaint: `complaint ${index}`,
    accepted: true,
  }))
  const memory = learned(made)
  t.is(Object.keys(memory.byComplaint).length, 64)
  t.true((memory.general.harder['a']?.accepted ?? 0) > 40, 'in general all of them count')
})

test('a complaint that is named as something every object has is a complaint like any other', t => {
  const memory = learn(emptyMemory, { direction: 'harder', edit: 'constructor', complaint: 'toString', accepted: true })
  t.deepEqual(Object.keys(memory.byComplaint), ['toString'])
  const ranked = rank(emptyMemory, { direction: 'harder', complaint: 'toString', names: ['a'], key: rootKey(1) })
  t.deepEqual(ranked, ['a'])
})
