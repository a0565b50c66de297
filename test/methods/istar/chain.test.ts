/** The small check of iStar, cut short. The whole one is benches/istar-chain.ts. */
import test from 'ava'
import { stepChainRun } from '../../../benches/istar/chain.ts'

const size = { states: 4, actions: 4, steps: 12, groups: 4 }

test('a faster reward model tells good actions, and the chain is walked', t => {
  const { reached, pairsRight, auc } = stepChainRun({ advantages: 'steps', rate: 5 }, size, 1, 600)
  t.true(reached !== null)
  t.true(pairsRight > 0.7, `${pairsRight}`)
  t.true(auc > 0.7, `${auc}`)
})

test('a batch of won trajectories alone leaves the reward model as it was', t => {
  const { moved } = stepChainRun({ advantages: 'steps', rate: 5, labels: 'all won' }, size, 1, 20)
  t.is(moved, 0)
})

test('shuffled labels teach nothing', t => {
  const { success, auc } = stepChainRun({ advantages: 'outcome', rate: 5, labels: 'shuffled' }, size, 1, 100)
  t.true(success < 0.5, `${success}`)
  t.true(Math.abs(auc - 0.5) < 0.15, `${auc}`)
})
