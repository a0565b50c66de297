/**
 * How many steps a second does the desk make on one core, with the text of what has changed or with the whole screen's?
 * Usage: node dist/benches/worlds/desk.js --help
 */
import { cpus } from 'node:os'
import { desk, type DeskOptions } from '../../environments/desk/index.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { benchmark, numeric } from '../command-line.ts'
import { randomPlays } from './random-plays.ts'
import { rate } from './rate.ts'

const { rounds } = benchmark(
  'node dist/benches/worlds/desk.js',
  'How many steps a second does the desk make on one core?',
)
  .addOption(numeric('--rounds <n>', 'of which the median is given', { least: 1, whole: true, usual: 15 }))
  .parse()
  .opts<{ rounds: number }>()

const kinds: Readonly<Record<string, DeskOptions>> = {
  names: { depths: ['middle'], dialect: 'names' },
  changes: { depths: ['middle'] },
  full: { depths: ['middle'], observe: 'full', dialect: 'calls' },
}

console.log(`desk on one core of ${cpus()[0]?.model ?? 'an unknown processor'}, Node ${process.version}`)
for (const [name, options] of Object.entries(kinds)) {
  const world = desk(options)
  const plays = randomPlays(world, name, { episodes: 40, length: 30 })
  const visits = plays.flat()
  const rates = {
    'steps with text': rate(rounds, visits.length, () => {
      for (const play of plays) {
        let { state } = play[0]
        for (const { action } of play) ({ state } = world.step(state, action))
      }
    }),
    'expert actions': rate(rounds, visits.length, () => visits.forEach(({ state }) => void world.expert(state))),
    labels: rate(rounds, visits.length, () => visits.forEach(({ state, action }) => void world.label(state, action))),
    'tasks made': rate(rounds, 10, () => {
      for (let index = 0; index < 10; index += 1) world.generate('train', randomFrom(derive(rootKey(1), index)))
    }),
  }
  for (const [what, value] of Object.entries(rates)) console.log(`${name}: ${Math.round(value)} ${what}/s`)
}
