import type { ToTrainer } from '../../../contracts/messages/calls.ts'
import { countMemory } from '../../../model/reference.ts'
import { frozenShapes } from '../../../model/tensors/tensors.ts'
import { tap, type OperatorFunction } from '../../../streams/rxjs.ts'

/** Counts the memory of snapshots that arrive, but for weights that they all share. @see countMemory */
export const countSnapshots = (): OperatorFunction<ToTrainer, ToTrainer> =>
  tap(message => {
    if (message.kind !== 'snapshot-done' || message.reference.kind !== 'memory') return
    const { config, weights } = message.reference.state
    const frozen = frozenShapes(config)
    for (const [name, { data }] of Object.entries(weights)) if (!frozen.has(name)) countMemory(data.buffer)
  })
