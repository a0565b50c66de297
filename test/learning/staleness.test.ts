import test from 'ava'
import fc from 'fast-check'
import { afterTraining, stalenessOfVersion, noVersions, stalenessOf } from '../../src/learning/staleness.ts'
import { lastOf } from '../../src/math/last-of.ts'
import { nth } from '../../src/math/nth.ts'

/** Updates of each of some trainings; a training may have none. */
const runs = fc.record({ updates: fc.array(fc.nat(4), { minLength: 1, maxLength: 10 }), lead: fc.nat(4) })

test('nothing that is played within the lead is older than the lead, and its age is the trainings it missed', t => {
  fc.assert(
    fc.property(runs, fc.infiniteStream(fc.nat(99)), ({ updates, lead }, chance) => {
      let history = noVersions
      const ends = [0]
      updates.forEach((made, training) => {
        /* Drawn at any time from the end of training − 1 − lead on. */
        const earliest = nth(ends, Math.max(0, training - lead))
        const now = lastOf(ends)
        const version = earliest + (chance.next().value % (now - earliest + 1))
        const missed = ends.slice(1).filter((end, index) => end > version && end > nth(ends, index)).length
        t.is(stalenessOfVersion(history, version), missed)
        t.true(missed <= lead)
        ends.push(now + made)
        history = afterTraining(history, made === 0 ? null : now + made, lead)
        t.true(history.ends.length <= lead)
      })
    }),
  )
})

test('a sample of the present weights is of age 0, and one drawn amid a training misses that training', t => {
  const history = afterTraining(afterTraining(noVersions, 4, 2), 8, 2)
  t.deepEqual(
    [8, 7, 4, 3, 0].map(version => stalenessOfVersion(history, version)),
    [0, 1, 1, 2, 2],
  )
  t.is(stalenessOfVersion(afterTraining(noVersions, 4, 0), 0), 0)
})

test('staleness is the mean and the largest age', t => {
  t.deepEqual(stalenessOf([0, 1, 1, 2]), { meanStaleness: 1, largestStaleness: 2 })
  t.deepEqual(stalenessOf([]), { meanStaleness: null, largestStaleness: 0 })
})
