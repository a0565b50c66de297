/** The actors of a run and the trainer's place among them. */
import { addresses } from '../../addresses.ts'
import type { DeviceOptions } from '../../device/open-device.ts'
import type { EnvironmentSource } from '../../load-environment.ts'
import type { ToAdapter, ToEnvironment, ToGpu, ToTrainer } from '../../protocol.ts'
import type { Death } from '../../runtime/death.ts'
import { createSystem } from '../../runtime/system.ts'
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

/** Restarts of environment threads in one run; more is a world that cannot be played. */
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
      ...environments.map(name => ({ name, module: actorModule('environment'), options: environment })),
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

  let restarts = 0
  const onDeath = async (death: Death): Promise<void> => {
    const reason = `${death.actor} died (${death.cause}): ${death.reason}`
    restarts += 1
    if (!environments.includes(death.actor) || restarts > mostRestarts) throw new Error(reason)
    await system.restart(death.actor)
    onWarning(`${reason}; its episodes are played again`)
    rollouts.replay(death.actor)
  }
  const fail = (error: Error): void => {
    client.fail(error)
    rollouts.fail(error)
  }
  system.deaths.subscribe(death => {
    onDeath(death).catch((thrown: unknown) => fail(asError(thrown)))
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
