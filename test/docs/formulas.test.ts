import test from 'ava'
import { environmentLaws, runInMonty } from '../../src/laws/index.ts'
import formulas from '../../examples/formulas.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import { beginStep } from '../../src/rollout/step-outcome.ts'
import { blocksOf } from './guide.ts'

const laws = environmentLaws(formulas(), {
  refusal: null,
  layoutOf: ({ plus }) => String(plus),
  run: runInMonty,
})
for (const { name, check } of laws) test(name, t => t.notThrows(check))

test('the episode that the guide tells is what the world says', async t => {
  const [, , told = ''] = await blocksOf('docs/writing-an-environment.md', '')
  const [opening = '', action = '', observation = ''] = told.trim().split('\n')
  const world = formulas()
  const { state, observation: begun } = world.start({ times: 2, plus: 3 })
  t.is(begun, opening)
  const { executionCheck: examination } = beginStep(world, state, action.replace('> ', ''))
  t.is(examination?.grade(runInMonty(examination.job)).observation, observation)
})

test('what the critic complains of is what is eased', t => {
  const world = formulas()
  const task = { times: 3, plus: 1 }
  const eased = (complaint: string | null) =>
    world.editNames('easier').filter(name => world.edit(task, name, randomFrom(rootKey(1)), complaint) !== null)
  t.deepEqual(eased(null), ['fewer times', 'less plus'])
  t.deepEqual(eased('wrong slope'), ['fewer times'])
  t.deepEqual(eased('wrong at the start'), ['less plus'])
})

test('a formula task out of range is refused by field and value', t => {
  const message = 'plus must be an integer from 0 to 9, got 10'
  t.throws(() => formulas().parseTask({ times: 1, plus: 10 }), { instanceOf: RangeError, message })
})
