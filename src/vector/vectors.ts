/** Vector worlds as a method has them: played on the threads of a run, by a network that it trains. */
import { addresses } from '../contracts/addresses.ts'
import type { Decided } from '../contracts/messages/steps.ts'
import type { Failed } from '../contracts/messages/gpu.ts'
import type { Client } from '../contracts/messages/client.ts'
import type { NetworkHandle } from '../contracts/models/network-handle.ts'
import type { VectorRows } from '../contracts/worlds/vector-rows.ts'
import { derive, type Key } from '../math/random.ts'
import type { Liveness } from '../runtime/supervision/roster.ts'
import type { Observable } from '../streams/rxjs.ts'
import { createFunctionDecisions, type ChooseControls } from './function-decisions.ts'
import { joinedRows } from './row-recorder.ts'

/**
 * Chosen by the network of that name: its first outputs are the logits of the actions; in a world of continuous actions the means of
 * their numbers, then the logarithms of their standard deviations. Or by a function, in a world of continuous actions.
 */
export type ChosenBy =
  | {
      readonly network: string
      readonly choose?: never
      /** Of the choice of actions, in [0, ∞), 1; 0 takes the likeliest. */
      readonly temperature?: number
    }
  | { readonly choose: ChooseControls; readonly network?: never; readonly temperature?: never }

export interface VectorPlay {
  /** Names all chance in it. */
  readonly key: Key
  /** Worlds that one thread steps together. */
  readonly worlds: number
  /** How many such blocks, 1; any thread may play any of them. */
  readonly blocks?: number
  /** Of each world. */
  readonly steps: number
  /** Options of the world, over those of the run; they must not change the sizes of what is seen and done. */
  readonly options?: Readonly<Record<string, unknown>>
}

export type VectorRequest = VectorPlay & ChosenBy

export interface Vectors {
  /**
   * Starts worlds anew, and plays each for so many steps; one that ends meanwhile starts again. By the request and the network's weights
   * alone: not by the number of threads, nor by deaths.
   *
   * @returns the worlds of all blocks, in their order.
   * @throws {RangeError} if the run's world is no vector world, the network does not fit it, or a number is out of range.
   */
  readonly play: (request: VectorRequest) => Promise<VectorRows>
}

interface VectorsOptions {
  readonly client: Pick<Client, 'call'>
  readonly inbox: Observable<{ readonly kind: string }>
  readonly network: (name: string) => NetworkHandle
  readonly liveness: Liveness
  readonly send: (
    message: { readonly kind: 'ask-again'; readonly to: string; readonly from: string } | Decided | Failed,
  ) => void
  /** Threads of vector worlds. */
  readonly players: readonly string[]
}

export function createVectors({ client, network, liveness, inbox, send, players }: VectorsOptions): Vectors {
  const decisions = createFunctionDecisions({ inbox, send })
  /** How often the engine has died or become ready again. */
  let changes = 0
  liveness.subscribe((actor, status) => {
    if (actor !== addresses.gpu) return
    changes += 1
    if (status === 'dead') return
    /* What was under way to the old one is lost. A player that is dead begins again by itself. */
    for (const to of players.filter(player => liveness.statusOf(player) !== 'dead'))
      send({ kind: 'ask-again', to, from: addresses.trainer })
  })
  const playBlock = async (
    request: VectorRequest & { readonly network: string },
    block: number,
  ): Promise<VectorRows> => {
    const { network: name, key, worlds, steps, temperature = 1, options = {} } = request
    const { inputs, outputs, forward } = network(name)
    const before = changes
    const asked = { network: name, outputs, key: derive(key, 'block', block), worlds, steps, temperature, options }
    try {
      return (await client.call({ kind: 'play-rows', to: addresses.players, ...asked })).rows
    } catch (thrown) {
      if (changes === before && liveness.statusOf(addresses.gpu) === 'ready') throw thrown
      /* A fresh gpu actor was asked before it had the network: this is answered once it has it. */
      await forward(new Float32Array(inputs))
      return playBlock(request, block)
    }
  }
  const playByFunction = async (
    { choose, key, worlds, steps, options = {} }: VectorPlay & { readonly choose: ChooseControls },
    block: number,
  ): Promise<VectorRows> => {
    const own = derive(key, 'block', block)
    const { name, remove } = decisions.add(choose, own)
    /* The function's numbers are means; without deviations they are the action. */
    const asked = { network: name, outputs: null, key: own, worlds, steps, temperature: 0, options }
    try {
      return (await client.call({ kind: 'play-rows', to: addresses.players, decider: addresses.trainer, ...asked }))
        .rows
    } finally {
      remove()
    }
  }
  return {
    play: async request => {
      const { blocks = 1, worlds, steps, temperature = 1 } = request
      for (const [what, value] of Object.entries({ worlds, blocks, steps }))
        if (!Number.isInteger(value) || value < 1)
          throw new RangeError(`${what} must be a positive integer, got ${value}`)
      if (!(temperature >= 0)) throw new RangeError(`temperature must be at least 0, got ${temperature}`)
      if (players.length === 0) throw new RangeError('the world of the run must be a vector world to be played by rows')
      return joinedRows(
        await Promise.all(
          Array.from({ length: blocks }, (_, block) =>
            request.choose === undefined ? playBlock(request, block) : playByFunction(request, block),
          ),
        ),
      )
    },
  }
}
