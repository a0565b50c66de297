/**
 * How many steps a second does the household make on one core, alone and with the list of admissible commands?
 * Random play in the given rooms; commands are drawn beforehand, so that only the world is timed.
 * Usage: node dist/benches/worlds/household.js --help
 */
import { cpus } from 'node:os'
import { household, type HouseholdOptions } from '../../environments/household/index.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { benchmark, numeric } from '../command-line.ts'
import { randomPlays } from './random-plays.ts'
import { rate } from './rate.ts'

const { rounds } = benchmark(
  'node dist/benches/worlds/household.js',
  'How many steps a second does the household make on one core?',
)
  .addOption(numeric('--rounds <n>', 'of which the median is given', { least: 1, whole: true, usual: 15 }))
  .parse()
  .opts<{ rounds: number }>()

const rooms: Readonly<Record<string, HouseholdOptions>> = { small: {}, full: { receptacles: 'full' } }

console.log(`household on one core of ${cpus()[0]?.model ?? 'an unknown processor'}, Node ${process.version}`)
for (const [name, options] of Object.entries(rooms)) {
  const world = household(options)
  const plays = randomPlays(world, name, { episodes: 40, length: 50 })
  const visits = plays.flat()
  const replay = (each: (state: (typeof visits)[number]['state']) => void) => () => {
    for (const play of plays) {
      let { state } = play[0]
      for (const { action } of play) {
        state = world.step(state, action).state
        each(state)
      }
    }
  }
  const rates = {
    steps: rate(
      rounds,
      visits.length,
      replay(() => {}),
    ),
    'steps with admissible': rate(
      rounds,
      visits.length,
      replay(state => void world.admissible(state)),
    ),
    'expert commands': rate(rounds, visits.length, () => visits.forEach(({ state }) => void world.expert(state))),
    labels: rate(rounds, visits.length, () => visits.forEach(({ state, action }) => void world.label(state, action))),
    'tasks made': rate(rounds, 20, () => {
      for (let index = 0; index < 20; index += 1) world.generate('train', randomFrom(derive(rootKey(1), index)))
    }),
  }
  for (const [what, value] of Object.entries(rates)) console.log(`${name}: ${Math.round(value)} ${what}/s`)
}
