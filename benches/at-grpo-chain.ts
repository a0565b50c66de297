/** The small check of AT-GRPO: groups by turn and by trajectory on a chain. `node dist/benches/at-grpo-chain.js [iterations] [seeds] [states]` */
import { chainRun, type ChainArm } from './at-grpo/chain.ts'
import { medianOf } from './policies/softmax-table.ts'
import { cells, header } from './table.ts'

const sizes = [
  { states: 6, actions: 4, words: 4, turns: 9 },
  { states: 8, actions: 5, words: 5, turns: 12 },
]
const arms: Readonly<Record<string, ChainArm>> = {
  'candidates of a turn (AT-GRPO)': { groups: 'tree', teamWeight: 1 },
  'turns of the same number': { groups: 'agent-turn', teamWeight: 1 },
  'returns of trajectories': { groups: 'trajectory', teamWeight: 1 },
  'outcomes of trajectories': { groups: 'outcome', teamWeight: 1 },
  'same observation, no tree': { groups: 'same-observation', teamWeight: 1 },
  'α = 0': { groups: 'tree', teamWeight: 0 },
}

const [iterations = 400, seeds = 6, states] = process.argv.slice(2).map(Number)
for (const size of sizes.filter(each => states === undefined || each.states === states)) {
  console.log(`\n${size.states} states, ${size.words} words, ${size.actions} actions, ${size.turns} turns`)
  console.log(
    header([
      'groups',
      'tried until 0.9, median',
      'never',
      'success, median',
      'swapped, median',
      'sizes of later groups',
    ]),
  )
  for (const [name, arm] of Object.entries(arms)) {
    const runs = Array.from({ length: seeds }, (_, seed) => chainRun(arm, size, seed + 1, iterations))
    const reached = medianOf(runs.map(run => run.reached ?? Infinity))
    const sizesOfGroups = [...new Set(runs.flatMap(run => [...run.laterSizes]))].sort((a, b) => a - b)
    console.log(
      cells([
        name,
        reached === Infinity ? '–' : `${(reached / 1000).toFixed(1)}k`,
        runs.filter(run => run.reached === null).length,
        medianOf(runs.map(run => run.success)).toFixed(2),
        medianOf(runs.map(run => run.swapped)).toFixed(2),
        sizesOfGroups.join(' '),
      ]),
    )
  }
}
