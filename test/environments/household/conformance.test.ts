/** Every recorded game, replayed: observation, admissible commands and won, step for step. */
import test from 'ava'
import { isWon } from '../../../environments/household/play/goal.ts'
import { household } from '../../../environments/household/index.ts'
import { recordedGames, recordedTask } from './recordings.ts'

test('the recorded games replay without one difference', t => {
  const games = recordedGames()
  if (games.length === 0) {
    t.log('no recordings beside the project: nothing to compare with')
    t.pass()
    return
  }
  const world = household()
  for (const [index, { spec, tr }] of games.entries()) {
    const task = recordedTask(spec)
    let { state, observation } = world.start(task)
    let won = isWon(state)
    for (const [step, recorded] of tr.entries()) {
      if (recorded.cmd !== null) ({ state, observation, won } = world.step(state, recorded.cmd))
      const where = `game ${index}, step ${step}, command ${String(recorded.cmd)}`
      if (observation !== recorded.obs || won !== recorded.won) {
        t.deepEqual({ observation, won }, { observation: recorded.obs, won: recorded.won }, where)
      }
      if (world.admissible(state).join('\n') !== recorded.adm.join('\n')) {
        t.deepEqual(world.admissible(state), recorded.adm, where)
      }
    }
  }
  t.log(`${games.length} games, ${games.reduce((sum, { tr }) => sum + tr.length, 0)} steps`)
  t.pass()
})
