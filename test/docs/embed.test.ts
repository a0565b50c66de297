import test from 'ava'
import { countSolved } from '../../examples/embed.ts'
import majorityPolicy from '../../examples/majority-policy.ts'
import { DeathError } from '../../src/runtime/errors/death-error.ts'

test.serial(
  'the harness plays the shipped starter, alike though its environment is replaced, and better by majority',
  async t => {
    const one = await countSolved({ tasks: 12, draws: 1 })
    t.true(one > 0 && one < 12, String(one))
    const told: string[] = []
    const tell = (text: string) => told.push(text)
    t.is(await countSolved({ tasks: 12, draws: 1, restartAfter: 4, tell }), one)
    t.true(told.includes('environment/0 was restarted'))
    t.true((await countSolved({ tasks: 12, draws: 5 })) > one)
  },
)

test.serial('an actor of the harness that cannot start ends it with its reason', async t => {
  await t.throwsAsync(countSolved({ tasks: 1, draws: 0 }), {
    instanceOf: DeathError,
    message: /policy died \(start\).*draws must be a positive integer, got 0/,
  })
  const tokenizers = { policy: '' }
  t.throws(() => majorityPolicy({ tokenizers, draws: 1.5 }), { instanceOf: RangeError, message: /got 1\.5/ })
})
