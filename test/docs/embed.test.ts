import test from 'ava'
import { countSolved } from '../../examples/embed.ts'
import majorityPolicy from '../../examples/majority-policy.ts'
import { DeathError } from '../../src/runtime/errors/death-error.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { tinyStarters } from '../run/tiny-run.ts'
import { household } from '../../environments/household/index.ts'

const starter = 'starters/household/policy'

test.serial(
  'the harness plays the shipped starter, alike though its environment is replaced, and better by majority',
  async t => {
    const one = await countSolved({ model: starter, tasks: 12, draws: 1 })
    t.true(one > 0 && one < 12, String(one))
    const told: string[] = []
    const tell = (text: string) => told.push(text)
    t.is(await countSolved({ model: starter, tasks: 12, draws: 1, restartAfter: 4, tell }), one)
    t.is(told[0], 'environment/0 is there again, for the 2. time')
    t.regex(told[1] ?? '', /^gpu took \d+ requests in \d+ batches of at most \d+$/)
    t.is(told.length, 2)
    t.true((await countSolved({ model: starter, tasks: 12, draws: 5 })) > one)
  },
)

test.serial('a random model solves next to nothing', async t => {
  const { policy } = await tinyStarters(await temporaryFolder(t), household().language)
  t.true((await countSolved({ model: policy ?? '', tasks: 4, draws: 2 })) <= 1)
})

test.serial('an actor of the harness that cannot start ends it with its reason', async t => {
  await t.throwsAsync(countSolved({ model: starter, tasks: 1, draws: 0 }), {
    instanceOf: DeathError,
    message: /policy died \(start\).*draws must be a positive integer, got 0/,
  })
  t.throws(() => majorityPolicy({ tokenizer: '', draws: 1.5 }), { instanceOf: RangeError, message: /got 1\.5/ })
})
