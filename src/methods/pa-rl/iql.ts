/**
 * Implicit Q-learning: V is an expectile of Q over the actions of the data, and Q learns r + γ V(s′): no other action is asked about.
 * Source: Kostrikov, Nair & Levine, Offline RL with implicit Q-learning (2021), eq. 5 and 6.
 */
import type { Key } from '../../math/random.ts'
import { ensembleOf, type Agent } from './agent.ts'
import type { ReplayRows } from './replay.ts'
import { leastOf } from './cal-ql.ts'
import { readEnsemble } from './ensemble.ts'
import { besideRows } from '../control/rows.ts'
import { bootstrapped } from '../control/updates.ts'

/** @returns the loss of Q, of one update. */
export async function iqlUpdate({ sizes, options, network }: Agent, batch: ReplayRows, key: Key): Promise<number> {
  const { expectile, discount, criticRate: learningRate } = options
  const count = batch.reward.length
  const rows = besideRows([batch.observation, sizes.observation], [batch.action, sizes.action])
  const [critic, target, value] = [network('critic'), network('critic-target'), network('value')]
  const least = leastOf(readEnsemble(await target.forward(rows), ensembleOf(options)).values, options, key)
  const next = await value.forward(batch.nextObservation)
  const said = await value.forward(batch.observation)
  await value.backward(
    batch.observation,
    said.map((guess, row) => expectileSlope(guess - (least[row] ?? 0), expectile) / count),
  )
  await value.optimStep({ learningRate })
  const targets = bootstrapped(batch, next, discount)
  const { loss, gradients } = readEnsemble(await critic.forward(rows), ensembleOf(options)).loss(targets)
  await critic.backward(rows, gradients)
  await critic.optimStep({ learningRate })
  return loss
}

/** Of |τ − 1[e > 0]| e², by the error e = V − Q. */
export const expectileSlope = (error: number, expectile: number): number =>
  2 * (error > 0 ? 1 - expectile : expectile) * error
