/** The options that say where workers are. */
import type { NatsOptions } from '../../run/actors/machines/open-machines.ts'
import { requireLeftOut } from './left-out.ts'
import { wholeNumber } from './whole-number.ts'

export const natsOption = [
  '--nats <url>',
  'NATS server by which workers are found, e.g. nats://127.0.0.1:4222',
] as const
export const natsWaitOption = [
  '--nats-wait <seconds>',
  'of --nats: longest wait for a worker (default: 60)',
  wholeNumber('--nats-wait'),
] as const

export interface NatsFlags {
  readonly nats?: string | undefined
  readonly natsWait?: number | undefined
}

/** @throws {RangeError} if there is a wait, and no server to wait at. */
export function natsFrom({ nats, natsWait }: NatsFlags): { readonly nats?: NatsOptions } {
  if (nats !== undefined) return { nats: { url: nats, ...(natsWait === undefined ? {} : { waitSeconds: natsWait }) } }
  requireLeftOut('without --nats', { '--nats-wait': natsWait })
  return {}
}
