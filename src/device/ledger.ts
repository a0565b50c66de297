import type { DeviceUse } from '../gpu-protocol.ts'

/** What a device was used for, summed by verb and model. */
export interface Ledger {
  readonly enter: (verb: DeviceUse['verb'], model: string, requests: number, ms: number) => void
  /** What was entered since the last close, in the order of first use. */
  readonly close: () => readonly DeviceUse[]
}

export function createLedger(): Ledger {
  const uses = new Map<string, DeviceUse>()
  return {
    enter: (verb, model, requests, ms) => {
      const name = `${verb} ${model}`
      const so = uses.get(name) ?? { verb, model, calls: 0, requests: 0, ms: 0 }
      uses.set(name, { ...so, calls: so.calls + 1, requests: so.requests + requests, ms: so.ms + ms })
    },
    close: () => {
      const entered = [...uses.values()]
      uses.clear()
      return entered
    },
  }
}
