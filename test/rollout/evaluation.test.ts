import test from 'ava'
import fc from 'fast-check'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import type { Rollout } from '../../src/contracts/episode.ts'
import type { Rollouts } from '../../src/contracts/messages/rollouts.ts'
import { measureSuccess } from '../../src/rollout/evaluation.ts'
import { tasksDigest } from '../../src/rollout/tasks-digest.ts'
import { rollouts } from '../run/rollout-arbitraries.ts'

/** Plays nothing: the task is the rollout, and `null` is one that cannot be played. */
const given: Rollouts = {
  play: requests =>
    Promise.resolve({
      rollouts: new Map(requests.flatMap(({ id, task }) => (task === null ? [] : [[id, task as Rollout] as const]))),
      invalid: [],
    }),
  fail: () => {},
}

test('an evaluation keeps the outcome of each task in their order, and the share of those played', async t => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(rollouts), { minLength: 1, maxLength: 12 }), async tasks => {
      const [success] = await measureSuccess(given, parseRunConfig({}), { split: 'unseen', tasks, temperatures: [0] })
      const outcomes = tasks.map(task => task?.episode.won ?? null)
      const played = outcomes.filter(won => won !== null)
      t.is(success?.wins, outcomes.map(won => (won === null ? '-' : won ? '1' : '0')).join(''))
      t.is(success?.tasks, played.length)
      t.is(success?.rate, played.length === 0 ? 0 : played.filter(won => won).length / played.length)
    }),
  )
})

test('of several answers the first counts for success, pass@k is the share of tasks with a right one, and mean@k that of right ones; greedy has one', async t => {
  const answers = fc.array(fc.array(fc.option(fc.boolean()), { minLength: 3, maxLength: 3 }), {
    minLength: 1,
    maxLength: 9,
  })
  await fc.assert(
    fc.asyncProperty(answers, async tasks => {
      const played: Rollouts = {
        ...given,
        play: requests => {
          const seen = new Map<unknown, number>()
          const found = requests.flatMap(({ id, task }) => {
            const answer = seen.get(task) ?? 0
            seen.set(task, answer + 1)
            const won = (task as readonly (boolean | null)[])[answer] ?? null
            return won === null ? [] : [[id, { episode: { steps: [], won } } as unknown as Rollout] as const]
          })
          return Promise.resolve({ rollouts: new Map(found), invalid: [] })
        },
      }
      const config = parseRunConfig({ evaluation: { answers: 3 } })
      const measured = (temperature: number) =>
        measureSuccess(played, config, { split: 'unseen', tasks, temperatures: [temperature] })
      const [drawn] = await measured(0.8)
      const [greedy] = await measured(0)
      const whole = tasks.filter(each => !each.includes(null))
      const share = whole.filter(each => each.includes(true)).length / whole.length
      const mean = whole.flat().filter(won => won === true).length / (3 * whole.length)
      t.deepEqual(drawn?.pass, whole.length === 0 ? undefined : { k: 3, rate: share, mean })
      t.is(drawn?.wins, greedy?.wins)
      t.is(drawn?.rate, greedy?.rate)
      t.is(greedy?.pass, undefined)
    }),
  )
})

test('equal tasks have equal digests, other ones have not', t => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.array(fc.jsonValue()), (one, other) => {
      t.regex(tasksDigest(one), /^[0-9a-f]{16}$/)
      t.is(tasksDigest(one), tasksDigest(structuredClone(one)))
      t.is(tasksDigest(one) === tasksDigest(other), JSON.stringify(one) === JSON.stringify(other))
    }),
  )
  t.not(tasksDigest([1, 2]), tasksDigest([2, 1]))
})
