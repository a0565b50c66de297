/** Updates of networks on rows. */
import type { NetworkHandle } from '../../contracts/models/network-handle.ts'
import { endings } from '../../contracts/worlds/vector-world.ts'
import type { Transitions } from '../../store/transitions.ts'
import { networkTraining } from '../kit/rows-alone.ts'

/** Of updates of one kind. */
export interface Updated {
  readonly updates: number
  /** Mean over them; `null` without any. */
  readonly loss: number | null
}

/** @param update the loss of one of them. */
export async function repeatedly(updates: number, update: (index: number) => Promise<number>): Promise<Updated> {
  let sum = 0
  for (let index = 0; index < updates; index += 1) sum += await update(index)
  return { updates, loss: updates === 0 ? null : sum / updates }
}

export const trained = ({ updates, loss }: Updated, batch: number, learningRate: number) =>
  networkTraining({ samples: updates * batch, updates, learningRate, loss })

/** The target network becomes a copy of the critic at the first update, and after each `every`. @param update of the run, from 0. */
export async function refreshTarget(
  network: (name: string) => NetworkHandle,
  { update, every }: { readonly update: number; readonly every: number },
): Promise<void> {
  if (update % every === 0) await network('critic-target').load(await network('critic').snapshot())
}

/** r + γ V(s′); r alone where the episode ended there. @param next V(s′) [rows] */
export const bootstrapped = (
  { reward, ending }: Pick<Transitions, 'reward' | 'ending'>,
  next: Float32Array,
  discount: number,
): Float32Array =>
  reward.map((own, row) => own + discount * (ending[row] === endings.terminal ? 0 : 1) * (next[row] ?? 0))
