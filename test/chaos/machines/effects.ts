/** What each kind of fault does, how long it lasts, and what ends it. */
import type { NatsServer } from '../../../benches/machines/broker.ts'
import type { FaultKind } from './draw-faults.ts'
import type { Place } from './place.ts'

export interface Effect {
  readonly begin: () => unknown
  readonly lastMs: number
  readonly end: () => unknown
}

export function effectOf(kind: FaultKind, { machine, relay, worker, start }: Place, broker: NatsServer): Effect {
  switch (kind) {
    case 'kill':
      return { begin: () => worker().signal('SIGKILL'), lastMs: 2_000, end: start }
    case 'freeze': {
      const frozen = worker()
      return { begin: () => frozen.signal('SIGSTOP'), lastMs: 60_000, end: () => frozen.signal('SIGCONT') }
    }
    case 'cut':
      return { begin: () => machine.setLink('down'), lastMs: 20_000, end: () => machine.setLink('up') }
    case 'delay':
      return { begin: () => relay.setDelay(50), lastMs: 15_000, end: () => relay.setDelay(0) }
    case 'loss':
      return { begin: () => machine.setLoss(2), lastMs: 15_000, end: () => machine.setLoss(0) }
    case 'broker':
      return { begin: broker.kill, lastMs: 2_000, end: broker.start }
  }
}
