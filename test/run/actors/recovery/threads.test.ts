/** Environment threads that die while programs run in their sandboxes. */
import test from 'ava'
import type { Ailment } from '../../../chaos/fate.ts'
import { moduleOf } from '../../../../src/run/actors/roles.ts'
import { addresses } from '../../../../src/contracts/addresses.ts'
import type { Abandon, Closed, Play, ToTrainer } from '../../../../src/contracts/messages/run.ts'
import { createSystem } from '../../../../src/runtime/system.ts'
import { createClient } from '../../../../src/run/actors/client.ts'
import type { Logged } from '../../../../src/run/actors/recovery/message-log.ts'
import { createRecovery } from '../../../../src/run/actors/recovery/recovery.ts'
import { createRollouts } from '../../../../src/rollout/rollouts.ts'
import type { RolloutRequest } from '../../../../src/contracts/rollouts.ts'
import { formulasScene } from './stage.ts'

const { module, task } = formulasScene
const threads = 2
const programs = ['n * 2 + 3', 'n * 2', '3 + n * n', 'n n']
const orders = Array.from({ length: 12 }, (_, index): RolloutRequest => ({
  id: `train/1/0/${index}`,
  task,
  player: { kind: 'script', actions: [programs[index % programs.length]!] },
  judging: null,
}))

/** Plays and examines on real threads. @param ailments what each thread dies of, life by life. */
async function performed(ailments: readonly Ailment[]) {
  const life = { inner: moduleOf('environment').href, seed: 3, ailments, messages: 6 }
  const system = await createSystem<ToTrainer, Play | Abandon | Closed | Logged>({
    caller: addresses.trainer,
    actors: Array.from({ length: threads }, (_, index) => ({
      name: addresses.environment(index),
      module: new URL('../../../chaos/mortal.js', import.meta.url),
      options: { module, options: {}, mortal: life },
      supervision: { kind: 'restart', maxRestarts: 8, withinMs: 60_000, firstDelayMs: 1 },
    })),
  })
  const client = createClient(system)
  const rollouts = createRollouts({ inbox: system.inbox, send: system.send, threads })
  const failures: Error[] = []
  const recover = createRecovery({ client, rollouts, fail: error => failures.push(error) })
  let died = 0
  system.events.subscribe(event => {
    recover(event)
    if (event.kind === 'died') died += 1
  })
  const tests = ['0 -> 3', '4 -> 11', 'none']
  const [batch, { passes }] = await Promise.all([
    rollouts.play(orders),
    client.call({ kind: 'run-tests', to: addresses.environment(0), task, programs, tests }),
  ])
  client.close()
  await system.stop()
  const episodes = orders.map(({ id }) => batch.rollouts.get(id)?.episode)
  return { episodes, invalid: batch.invalid, passes, failures, died }
}

test('episodes are played again and examinations asked again, with the same outcome', async t => {
  const [whole, broken] = [await performed([]), await performed(['exit', 'exception'])]
  t.deepEqual(
    whole.episodes.slice(0, 4).map(episode => episode?.score),
    [1, 0, 0.25, 0],
  )
  t.deepEqual(whole.passes, [
    [true, false, true, false],
    [true, false, false, false],
    [false, false, false, false],
  ])
  t.is(broken.died, 4)
  t.deepEqual({ ...broken, died: 0 }, whole)
})
