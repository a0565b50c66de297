import test from 'ava'
import { household } from '../../../environments/household/index.ts'
import { randomFrom, rootKey } from '../../../src/math/random.ts'
import { differences } from './differences.ts'
import { gamesOf } from './games.ts'
import { transcript, type Turn } from './play.ts'

const world = household()
const random = randomFrom(rootKey(3))
const ours = transcript(world, world.generate('train', random), 'mixed', random)
const changed = (step: number, change: Partial<Turn>): readonly Turn[] =>
  ours.turns.map((turn, index) => (index === step ? { ...turn, ...change } : turn))

test('equal transcripts have no differences', t => {
  t.deepEqual(differences(ours, structuredClone(ours.turns)), [])
})

test('a word, a command, an order, an ending and a missing turn are differences', t => {
  const [, turn] = ours.turns
  const { text = '', admissible = [] } = turn ?? {}
  t.regex(differences(ours, changed(1, { text: `${text} ` }))[0] ?? '', /^after \[".*"\]: .* here, .* there$/)
  t.regex(differences(ours, changed(1, { admissible: admissible.slice(1) }))[0] ?? '', /admissible here alone$/)
  t.regex(
    differences(ours, changed(1, { admissible: [...admissible, 'fly'] }))[0] ?? '',
    /fly is admissible there alone$/,
  )
  t.regex(differences(ours, changed(1, { admissible: [...admissible].reverse() }))[0] ?? '', /another order$/)
  t.regex(differences(ours, changed(1, { won: true, done: true })).join(), /won is false here,.*done is false here$/)
  t.regex(differences(ours, ours.turns.slice(1))[0] ?? '', /turns here and/)
})

test('the games are of all goals, splits and players, fresh and edited', t => {
  const games = gamesOf(1, 1)
  t.true(games.length >= 112)
  for (const size of ['small', 'full'] as const) {
    const own = games.filter(game => game.size === size)
    t.is(new Set(own.map(({ goal }) => goal)).size, 6)
    t.is(new Set(own.map(({ split }) => split)).size, 3)
    t.is(new Set(own.map(({ player }) => player)).size, 3)
    t.true(new Set(own.flatMap(({ edit }) => edit ?? [])).size >= (size === 'small' ? 24 : 12))
  }
  t.true(games.every(({ player, ours }) => player !== 'expert' || ours.turns.at(-1)?.won === true))
  t.true(games.reduce((sum, { ours: { refused } }) => sum + refused, 0) > 100)
})
