/** Environment threads that die while programs run in their sandboxes. */
import test from 'ava'
import type { Ailment } from '../../../chaos/fate.ts'
import { actorModule } from '../../../../src/rollout/actor-module.ts'
import { addresses } from '../../../../src/contracts/addresses.ts'
import type { Addressed } from '../../../../src/contracts/actor.ts'
import type { ToTrainer } from '../../../../src/contracts/messages/calls.ts'
import { createSystem } from '../../../../src/runtime/system.ts'
import { createClient } from '../../../../src/run/actors/client.ts'
import { createRecovery } from '../../../../src/run/actors/recovery/recovery.ts'
import { createRollouts } from '../../../../src/rollout/rollouts.ts'
import type { RolloutRequest } from '../../../../src/contracts/messages/rollouts.ts'
import { createRoster } from '../../../../src/runtime/supervision/roster.ts'
import { usualRecoveries } from '../usual-actors.ts'
import { formulasScene } from '../stage.ts'

const { module, task } = formulasScene
const programs = ['n * 2 + 3', 'n * 2', '3 + n * n', 'n n']
const orders = Array.from({ length: 12 }, (_, index): RolloutRequest => ({
  id: `train/1/0/${index}`,
  task,
  players: { policy: { kind: 'script', actions: [programs[index % programs.length]!] } },
  observers: {},
}))

interface Fated {
  /** What it dies of, life by life. */
  readonly ailments: readonly Ailment[]
  /** Until it is replaced. */
  readonly firstDelayMs: number
}

/** Plays and examines on real threads. */
async function performed(threads: readonly Fated[]) {
  const life = { inner: actorModule('environment').href, seed: 3, messages: 6 }
  const system = await createSystem<ToTrainer, Addressed>({
    caller: addresses.trainer,
    actors: threads.map(({ ailments, firstDelayMs }, index) => ({
      name: addresses.environment(index),
      module: new URL('../../../chaos/mortal.js', import.meta.url),
      options: { module, options: {}, mortal: { ...life, ailments } },
      supervision: { kind: 'restart', maxRestarts: 8, withinMs: 60_000, firstDelayMs, maxDelayMs: 600_000 },
    })),
  })
  const roster = createRoster()
  const recoveries = new Map([...usualRecoveries(threads.length)].filter(([actor]) => actor.startsWith('environment/')))
  const place = { inbox: system.inbox, send: system.send, liveness: roster, recoveries }
  const client = createClient(place)
  const rollouts = createRollouts(place)
  const failures: Error[] = []
  const recover = createRecovery({ client, roster, fail: error => failures.push(error) })
  let died = 0
  system.events.subscribe(event => {
    recover(event)
    if (event.kind === 'died') died += 1
  })
  const tests = ['0 -> 3', '4 -> 11', 'none']
  const [batch, { passes }] = await Promise.all([
    rollouts.play(orders),
    client.call({ kind: 'run-tests', to: addresses.environments, task, programs, tests }),
  ])
  client.close()
  await system.stop()
  const episodes = orders.map(({ id }) => batch.rollouts.get(id)?.episode)
  return { episodes, invalid: batch.invalid, passes, failures, died }
}

const immortal: Fated = { ailments: [], firstDelayMs: 1 }

test('episodes are played again and examinations asked again, with the same outcome', async t => {
  const whole = await performed([immortal, immortal])
  const mortal = { ailments: ['exit', 'exception'], firstDelayMs: 1 } as const
  const broken = await performed([mortal, mortal])
  t.deepEqual(
    whole.episodes.slice(0, 4).map(episode => episode?.score),
    [1, 0, 0.25, 0],
  )
  t.deepEqual(whole.passes, [
    [true, false, true, false],
    [true, false, false, false],
    [false, false, false, false],
  ])
  t.true(broken.died >= 2)
  t.deepEqual({ ...broken, died: 0 }, whole)
})

test('a thread that stays dead is not waited for: the other one plays and examines everything', async t => {
  const whole = await performed([immortal, immortal])
  const broken = await performed([{ ailments: ['exit'], firstDelayMs: 600_000 }, immortal])
  t.deepEqual(broken, { ...whole, died: 1 })
})
