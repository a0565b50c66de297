/**
 * How many steps a second does the desk make on one core, with the text of what has changed or with the whole screen's?
 * Medians of rounds of random play; actions are drawn beforehand, so that only the world is timed. Seconds are those of the
 * processor that the process used, so that other work on the machine counts less.
 * Usage: node dist/benches/desk.js --help
 */
import { cpus } from 'node:os'
import { desk, type DeskOptions } from '../environments/desk/index.ts'
import { derive, randomFrom, rootKey } from '../src/math/random.ts'
import { benchmark, numeric } from './command-line.ts'

const episodes = 40
const length = 30
const { rounds } = benchmark('node dist/benches/desk.js', 'How many steps a second does the desk make on one core?')
  .addOption(numeric('--rounds <n>', 'of which the median is given', { least: 1, whole: true, usual: 15 }))
  .parse()
  .opts<{ rounds: number }>()
/** Compilers need that long until speed settles. */
const warmingMs = 700

const kinds: Readonly<Record<string, DeskOptions>> = {
  names: { depths: ['middle'], dialect: 'names' },
  changes: { depths: ['middle'] },
  full: { depths: ['middle'], observe: 'full', dialect: 'calls' },
}

/** Median processor time of `work` over the rounds, in calls a second for `count` calls a round. */
function rate(count: number, work: () => void): number {
  const warm = performance.now() + warmingMs
  while (performance.now() < warm) work()
  const seconds = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1e6
  }).sort((a, b) => a - b)
  return count / seconds[Math.floor(rounds / 2)]!
}

console.log(`desk on one core of ${cpus()[0]?.model ?? 'an unknown processor'}, Node ${process.version}`)
for (const [name, options] of Object.entries(kinds)) {
  const world = desk(options)
  const plays = Array.from({ length: episodes }, (_, index) => {
    const random = randomFrom(derive(rootKey(0), name, index))
    const { state } = world.start(world.generate('train', random))
    const visits = [{ state, action: random.pick(world.admissible(state)) }]
    while (visits.length < length) {
      const last = visits.at(-1)!
      const next = world.step(last.state, last.action).state
      visits.push({ state: next, action: random.pick(world.admissible(next)) })
    }
    return visits
  })
  const visits = plays.flat()
  const rates = {
    'steps with text': rate(visits.length, () => {
      for (const play of plays) {
        let { state } = play[0]!
        for (const { action } of play) ({ state } = world.step(state, action))
      }
    }),
    'expert actions': rate(visits.length, () => visits.forEach(({ state }) => void world.expert(state))),
    labels: rate(visits.length, () => visits.forEach(({ state, action }) => void world.label(state, action))),
    'tasks made': rate(10, () => {
      for (let index = 0; index < 10; index += 1) world.generate('train', randomFrom(derive(rootKey(1), index)))
    }),
  }
  for (const [what, value] of Object.entries(rates)) console.log(`${name}: ${Math.round(value)} ${what}/s`)
}
