/** Laws of edits: which way they go, that an expert still wins, that unseen arrangements stay unseen. */
import test from 'ava'
import fc from 'fast-check'
import { desk } from '../../../../environments/desk/index.ts'
import { editDeskTask } from '../../../../environments/desk/edits/edits.ts'
import { deskEdits } from '../../../../environments/desk/edits/directions.ts'
import { isWinnable } from '../../../../environments/desk/generation/generate.ts'
import { lengthOf } from '../../../../environments/desk/generation/verifier.ts'
import { isUnseenArrangement } from '../../../../environments/desk/tasks/arrangement.ts'
import type { DeskTask } from '../../../../environments/desk/tasks/task.ts'
import type { Predicate } from '../../../../environments/desk/tasks/predicate.ts'
import { derive, randomFrom, rootKey } from '../../../../src/math/random.ts'
import { smallDesk } from '../small-desk.ts'

const star: Predicate = { kind: 'star', mail: 1 }
const set: Predicate = { kind: 'set', setting: 'wifi', value: 'on' }
const edit = (task: DeskTask, name: string, seed = 0) =>
  editDeskTask(task, name, randomFrom(rootKey(seed)))?.task ?? null

/** The first change of an edit that some seed makes of the task. */
function changed(task: DeskTask, name: string): DeskTask {
  for (let seed = 0; seed < 20; seed += 1) {
    const after = edit(task, name, seed)
    if (after !== null) return after
  }
  throw new RangeError(`${name} does not apply`)
}

test('edits by hand: what each does to a star on a mail', t => {
  const task = smallDesk([star])
  t.is(changed(task, 'add-predicate').verifiers[0]?.length, 2)
  t.is(edit(task, 'drop-predicate'), null)
  t.deepEqual(edit(smallDesk([star, set]), 'drop-predicate')?.verifiers[0]?.length, 1)
  t.is(edit(task, 'add-hint')?.hint, 1)
  t.is(edit(task, 'drop-hint'), null)
  t.is(edit({ ...task, hint: 3 }, 'add-hint'), null)
  t.is(edit(task, 'show-commands'), null)
  t.is(changed(task, 'similar-names').data.mails.length > 2, true)
  t.deepEqual(
    edit(task, 'distinct-names')?.data.mails.map(({ id }) => id),
    [1],
  )
  t.is(changed(task, 'more-items').data.mails.length, 6)
  const rarer = changed(task, 'rarer-labels').arrangement.wording
  t.is(Object.values(rarer).filter(wording => wording > 0).length, 4)
})

const elsewhere: readonly (readonly [other: Predicate, list: 'mails' | 'files' | 'events' | 'contacts'])[] = [
  [{ kind: 'box', mail: 0, box: 'trash' }, 'mails'],
  [{ kind: 'move', file: 0, folder: 'Taxes' }, 'files'],
  [{ kind: 'postpone', event: 0, day: '15' }, 'events'],
  [{ kind: 'update', contact: 0, field: 'city', value: 'Paris' }, 'contacts'],
]

test('items come and go where the verifier that counts looks, not where another one does', t => {
  const goals = [...elsewhere, [set, null] as const]
  for (const [asked, list] of goals)
    for (const [other] of elsewhere)
      for (const name of ['more-items', 'fewer-items', 'similar-names', 'distinct-names'])
        for (let seed = 0; seed < 4; seed += 1) {
          const task = { ...smallDesk([asked]), verifiers: [[asked], [other]] }
          const after = edit(task, name, seed)
          if (after === null) continue
          t.deepEqual(after.data, { ...task.data, ...(list === null ? {} : { [list]: after.data[list] }) }, name)
          t.not(list, null)
        }
})

test('a mail that is easily mistaken does not have the code of the one that is meant', t => {
  const coded: Predicate = { kind: 'send', to: 'Leo', subject: 'Lease', text: '502', source: { kind: 'code', mail: 1 } }
  for (let seed = 0; seed < 40; seed += 1) {
    const { mails = [] } = edit(smallDesk([coded]), 'similar-names', seed)?.data ?? {}
    t.true(mails.every(({ id, code }) => id === 1 || code !== '502'))
  }
})

test('a switch goes to another verifier that was made beforehand, as long or as short as its name says', t => {
  const task = { ...smallDesk([star]), verifiers: [[star], [set, star], [{ kind: 'star', mail: 0 }]] as const }
  t.is(edit(task, 'switch-to-longer')?.verifier, 1)
  t.is(edit(task, 'switch-to-shorter'), null)
  t.true([0, 2].includes(edit({ ...task, verifier: 1 }, 'switch-to-shorter')?.verifier ?? -1))
})

test('an edit that there is not is refused', t => {
  t.throws(() => edit(smallDesk([star]), 'add-desk'), { instanceOf: RangeError, message: /^no edit named add-desk: / })
})

const cases = fc.record({
  seed: fc.nat(),
  name: fc.constantFrom(...deskEdits.harder, ...deskEdits.easier),
  hint: fc.constantFrom(0, 1, 2, 3),
} as const)
const shortens: readonly string[] = [
  'switch-to-shorter',
  'drop-predicate',
  'show-commands',
  'fewer-items',
  'distinct-names',
]
const lengthens: readonly string[] = [
  'switch-to-longer',
  'add-predicate',
  'hide-commands',
  'more-items',
  'similar-names',
]

test('an edited task can be won, on its side of the splits, and its plan is not shorter or not longer, as it should be', t => {
  const world = desk({ depths: ['short', 'middle'] })
  const applied = new Set<string>()
  fc.assert(
    fc.property(cases, ({ seed, name, hint }) => {
      const key = derive(rootKey(seed), name)
      const task = { ...world.generate('train', randomFrom(key)), hint }
      const after = editDeskTask(task, name, randomFrom(derive(key, 'edit')))?.task
      if (after === undefined) return
      applied.add(name)
      t.true(isWinnable(after), name)
      t.false(isUnseenArrangement(after.arrangement))
      const [before, now] = [lengthOf(task), lengthOf(after)]
      if (shortens.includes(name)) t.true(now <= before, `${name}: ${before} became ${now}`)
      else if (lengthens.includes(name)) t.true(now >= before, `${name}: ${before} became ${now}`)
      else t.is(now, before, name)
    }),
    { numRuns: 160, seed: 1 },
  )
  t.is(applied.size, deskEdits.harder.length + deskEdits.easier.length)
})
