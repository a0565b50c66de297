/** The actors of a run and the trainer's place among them. */
import { addresses } from '../../addresses.ts'
import type { DeviceOptions } from '../../device/open-device.ts'
import type { EnvironmentSource } from '../../load-environment.ts'
import type { ToAdapter, ToEnvironment, ToGpu, ToTrainer } from '../../protocol.ts'
import { createSystem } from '../../runtime/system.ts'
import type { SystemEvent } from '../../runtime/supervision/system-event.ts'
import { createClient, type Client } from './client.ts'
import { createRollouts, type Rollouts } from './rollouts.ts'
import { asError } from '../../failure.ts'

export interface CastOptions {
  readonly environment: EnvironmentSource
  readonly environmentThreads: number
  readonly engine: DeviceOptions
  /** Text of the tokenizer.json of each model. */
  readonly tokenizers: { readonly policy: string; readonly rewardModel: string }
  /** Candidates tried for one proposal. */
  readonly attempts: number
  /** Told of each environment thread that died and was replaced. */
  readonly onWarning: (text: string) => void
}

export interface Cast {
  readonly client: Client
  readonly rollouts: Rollouts
  readonly send: (message: ToEnvironment | ToGpu | ToAdapter) => void
  /** Rejects whatever waits for an actor, and whatever will. */
  readonly fail: (error: Error) => void
  readonly stop: () => Promise<void>
}

/** Restarts of one environment thread in a run; more is a world that cannot be played. */
const mostRestarts = 16

/** Starts every actor in a thread of its own. @throws {DeathError} if one does not get ready. */
export async function startCast(options: CastOptions): Promise<Cast> {
  const { environment, environmentThreads: threads, engine, tokenizers, attempts, onWarning } = options
  const environments = Array.from({ length: threads }, (_, index) => addresses.environment(index))
  const { gpu, policy, rewardModel, adapter, trainer } = addresses
  const system = await createSystem<ToTrainer, ToEnvironment | ToGpu | ToAdapter>({
    caller: trainer,
    actors: [
      { name: gpu, module: actorModule('gpu'), options: { engine } },
      { name: policy, module: actorModule('policy'), options: { tokenizer: tokenizers.policy } },
      { name: rewardModel, module: actorModule('reward-model'), options: { tokenizer: tokenizers.rewardModel } },
      { name: adapter, module: actorModule('adapter'), options: { environment, attempts } },
      ...environments.map(name => ({
        name,
        module: actorModule('environment'),
        options: environment,
        supervision: { kind: 'restart' as const, most: mostRestarts, withinMs: Infinity },
      })),
    ],
    edges: [
      [trainer, gpu],
      [trainer, adapter],
      [trainer, rewardModel],
      [policy, gpu],
      [rewardModel, gpu],
      ...environments.flatMap((name): [string, string][] => [
        [trainer, name],
        [name, policy],
        [name, rewardModel],
      ]),
    ],
  })
  const client = createClient(system)
  const rollouts = createRollouts({ inbox: system.inbox, send: system.send, threads })

  const fail = (error: Error): void => {
    client.fail(error)
    rollouts.fail(error)
  }
  const react = (event: SystemEvent): void => {
    if (event.kind === 'restarted') return rollouts.replay(event.actor)
    const { actor, cause, reason } = event.death
    if (event.response.kind === 'restart')
      onWarning(`${actor} died (${cause}): ${reason}; its episodes are played again`)
  }
  system.events.subscribe(event => {
    try {
      react(event)
    } catch (thrown) {
      fail(asError(thrown))
    }
  })

  return {
    client,
    rollouts,
    send: system.send,
    fail,
    stop: async () => {
      client.close()
      await system.stop()
    },
  }
}

const actorModule = (name: string): URL => new URL(`../../../actors/${name}.js`, import.meta.url)
