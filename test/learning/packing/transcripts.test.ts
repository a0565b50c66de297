import test from 'ava'
import fc from 'fast-check'
import { observerNotes } from '../../../src/contracts/episode.ts'
import { transcriptsOf } from '../../../src/learning/packing/transcripts.ts'
import { rollouts, votesOf } from '../../run/rollout-arbitraries.ts'

const marked = rollouts.chain(rollout =>
  fc.tuple(...observerNotes(rollout).map(step => fc.boolean().map(alone => (alone ? { ...step, alone } : step)))),
)

test('the pieces are the steps in order with their credits, and a piece begins at each that was read alone', t => {
  fc.assert(
    fc.property(marked, notes => {
      const credits = notes.map(votesOf)
      const pieces = transcriptsOf(notes, credits)
      t.deepEqual(
        pieces.flatMap(piece => piece.notes),
        notes,
      )
      t.deepEqual(
        pieces.flatMap(piece => piece.credits),
        credits,
      )
      t.is(pieces.length, notes.filter(({ alone }, place) => alone === true || place === 0).length)
      t.true(pieces.every(piece => piece.notes.slice(1).every(({ alone }) => alone === undefined)))
    }),
  )
})

test('a reward model that reads the history leaves one transcript, and nobody none', t => {
  fc.assert(
    fc.property(rollouts, rollout => {
      const notes = observerNotes(rollout)
      t.deepEqual(transcriptsOf(notes, notes), [{ notes, credits: notes }])
    }),
  )
  t.deepEqual(transcriptsOf([], []), [])
})
