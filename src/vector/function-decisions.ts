import { addresses } from '../contracts/addresses.ts'
import { asError, type Failure } from '../contracts/failure.ts'
import type { Attach, Decide, Decided } from '../contracts/messages/steps.ts'
import type { Failed } from '../contracts/messages/gpu.ts'
import { failureOf } from '../engine/queue/failure-of.ts'
import { derive, type Key } from '../math/random.ts'
import type { Observable } from '../streams/rxjs.ts'
import { attachments, decidedBy } from './attachments.ts'

/**
 * Chooses continuous actions. It must be a function of its arguments, and of the networks that it asks, alone.
 *
 * @param observations [count × observationSize]
 * @param keys [count], of all chance in each choice.
 * @returns [count × numbers of an action]; each number is cut off at its bounds.
 */
export type ChooseControls = (observations: Float32Array, keys: readonly Key[]) => Promise<Float32Array>

interface FunctionDecisionsOptions {
  /** Ends without an error. */
  readonly inbox: Observable<{ readonly kind: string }>
  readonly send: (message: Decided | Failed) => void
}

interface FunctionDecisions {
  /** @returns the name by which players ask for it, and what forgets it. */
  readonly add: (choose: ChooseControls, key: Key) => { readonly name: string; readonly remove: () => void }
}

interface Deciding {
  readonly choose: ChooseControls
  readonly key: Key
  /** The last turn of each part that was begun: a player asks again when the gpu actor dies, which has nothing to do with these. */
  readonly taken: Map<string, number>
}

/** The trainer's answers to threads of vector worlds, by functions. */
export function createFunctionDecisions({ inbox, send }: FunctionDecisionsOptions): FunctionDecisions {
  const functions = new Map<string, Deciding>()
  const buffers = attachments()
  let added = 0

  const decide = async (message: Decide): Promise<void> => {
    const attached = buffers.of(message)
    const chosen = attached === undefined ? undefined : functions.get(attached.network)
    const place = `${message.buffer} ${message.part}`
    if (attached === undefined || chosen === undefined || message.turn <= (chosen.taken.get(place) ?? -1)) return
    chosen.taken.set(place, message.turn)
    const { buffer } = attached
    const { from, to } = message.rows
    const { observationSize, outputs, controls = 0 } = buffer.shared
    const worlds = Array.from({ length: to - from }, (_, index) => from + index)
    const keys = worlds.map(world => derive(chosen.key, 'choice', world, message.turn))
    const actions = await chosen.choose(buffer.observations.slice(from * observationSize, to * observationSize), keys)
    if (actions.length !== worlds.length * controls)
      throw new RangeError(`choose must give ${worlds.length} × ${controls} numbers, got ${actions.length}`)
    worlds.forEach((world, row) =>
      buffer.outputs.set(actions.subarray(row * controls, (row + 1) * controls), world * outputs),
    )
    buffer.answered.set(buffer.asked.subarray(from, to), from)
    send(decidedBy(addresses.trainer, message))
  }
  const failed = ({ from: to, buffer: id }: Decide, thrown: unknown): Failed => {
    const failure: Failure = failureOf(addresses.trainer, asError(thrown))
    return { kind: 'failed', to, from: addresses.trainer, id, failure }
  }
  inbox.subscribe(message => {
    if (isAttach(message)) buffers.attach(message)
    if (isDecide(message)) decide(message).catch((thrown: unknown) => send(failed(message, thrown)))
  })
  return {
    add: (choose, key) => {
      added += 1
      const name = `function/${added}`
      functions.set(name, { choose, key, taken: new Map() })
      return { name, remove: () => void functions.delete(name) }
    },
  }
}

const isAttach = (message: { readonly kind: string }): message is Attach => message.kind === 'attach'
const isDecide = (message: { readonly kind: string }): message is Decide => message.kind === 'decide'
