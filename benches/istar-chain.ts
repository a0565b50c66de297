/** The small check of iStar: steps until a chain is walked, by the outcome and by step rewards. `node dist/benches/istar-chain.js [seeds] [iterations]` */
import { mean } from '../src/math/statistics.ts'
import { stepChainRun, type StepChainArm } from './istar/chain.ts'
import { medianOf } from './policies/softmax-table.ts'
import { cells, header } from './table.ts'

const size = { states: 10, actions: 6, steps: 30, groups: 4 }
const arms: Readonly<Record<string, StepChainArm>> = {
  'outcome alone': { advantages: 'outcome', rate: 5 },
  'step rewards, rate 1': { advantages: 'steps', rate: 1 },
  'step rewards, rate 2': { advantages: 'steps', rate: 2 },
  'step rewards, rate 5': { advantages: 'steps', rate: 5 },
  'step rewards, rate 10': { advantages: 'steps', rate: 10 },
  'merged rewards, rate 5': { advantages: 'merged', rate: 5 },
  'rate 5, labels shuffled': { advantages: 'steps', rate: 5, labels: 'shuffled' },
}

const [seeds = 6, iterations = 3000] = process.argv.slice(2).map(Number)
console.log(
  header(['advantages', 'steps until 0.9, median', 'over the outcome', 'never', 'pairs ordered right', 'AUC']),
)
let plain: number | null = null
for (const [name, arm] of Object.entries(arms)) {
  const runs = Array.from({ length: seeds }, (_, seed) => stepChainRun(arm, size, seed + 1, iterations))
  const reached = medianOf(runs.map(run => run.reached ?? Infinity))
  plain ??= reached
  console.log(
    cells([
      name,
      reached === Infinity ? '–' : `${(reached / 1000).toFixed(0)}k`,
      (reached / plain).toFixed(2),
      runs.filter(run => run.reached === null).length,
      mean(runs.map(run => run.pairsRight)).toFixed(2),
      mean(runs.map(run => run.auc)).toFixed(2),
    ]),
  )
}
