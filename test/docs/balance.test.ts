/** The guide's rule balances poles, beside a rule that does not: its actor stands in the place of the gpu actor. */
import test, { type ExecutionContext } from 'ava'
import { filter, firstValueFrom, map } from 'rxjs'
import balance from '../../examples/balance.ts'
import type { Actor } from '../../src/contracts/actor.ts'
import { rootKey } from '../../src/index.ts'
import { createInThread, stepBatches, type Attach, type Decide, type Decided } from '../../src/runtime.ts'
import type { Counted, CountSteps, RunSteps } from '../../src/runtime.ts'

const always =
  (): Actor<Attach | Decide, Decided> =>
  (inbox, { name }) =>
    inbox.pipe(
      stepBatches(name),
      map(({ outputs, decided }) => {
        outputs.forEach((_, index) => (outputs[index] = index % 2))
        return decided()
      }),
    )

/** Steps of an episode on average, once there were 30 episodes or 20 000 steps. */
async function lengthWith(t: ExecutionContext, actor: Actor<Attach | Decide, Decided>): Promise<number> {
  const module = new URL('../../examples/cart-pole.js', import.meta.url)
  const options = { source: { module: module.href, options: {} }, worlds: 4, key: rootKey(1), temperature: 0 }
  const system = await createInThread<Counted, RunSteps | CountSteps>({
    actors: [
      { name: 'gpu', actor },
      { name: 'worlds/0', module: new URL('../../actors/vector-worlds.js', import.meta.url), options },
    ],
  })
  t.teardown(() => system.stop())
  system.send({ kind: 'run', to: 'worlds/0', from: 'trainer', network: '', outputs: 2 })
  for (let asked = 0; ; asked += 1) {
    const answer = firstValueFrom(system.inbox.pipe(filter(({ id }) => id === String(asked))))
    system.send({ kind: 'count', to: 'worlds/0', from: 'trainer', id: String(asked) })
    const { steps, episodes } = await answer
    if (episodes >= 30 || steps >= 20_000) return steps / Math.max(1, episodes)
  }
}

test('poles stay up for as long as they may under the rule of the guide, and fall at once under another', async t => {
  t.true((await lengthWith(t, balance())) > 300)
  t.true((await lengthWith(t, always())) < 15)
})
