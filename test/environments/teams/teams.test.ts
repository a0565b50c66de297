import { teamGameNames } from '../../../environments/teams/games/games.ts'
import { teams } from '../../../environments/teams/index.ts'
import { teamLayoutKey } from '../../../environments/teams/tasks/task.ts'
import test from 'ava'
import { environmentLaws } from '../../../src/laws/world/environment-laws.ts'
import { hold } from '../../laws/hold.ts'

for (const game of teamGameNames) {
  const world = teams({ games: [game] })
  const laws = environmentLaws({ ...world, name: `teams, ${game}` }, { runs: 30, layoutOf: teamLayoutKey, seed: 1 })
  hold(
    `teams, ${game}`,
    laws.filter(({ name }) => !name.startsWith('no failed')),
  )
}

test('proposals that are paid whether or not they are carried out are found', t => {
  const laws = environmentLaws(teams(), { runs: 100, seed: 1 }).filter(({ name }) => name.startsWith('no failed'))
  t.is(laws.length, 1)
  for (const { check } of laws) t.throws(check, { message: /actions that fail are paid .*, success / })
})
