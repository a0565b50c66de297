import test from 'ava'
import fc from 'fast-check'
import type { Rollout } from '../../../src/contracts/episode.ts'
import type { RolloutRequest } from '../../../src/contracts/messages/rollouts.ts'
import type { World } from '../../../src/contracts/worlds/world.ts'
import type { ReviewQuestions } from '../../../src/contracts/worlds/review.ts'
import { rootKey } from '../../../src/math/random.ts'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { pairsTold, selfTest } from '../../../src/methods/spark/self-test.ts'
import { rolloutsOf } from '../../../src/rollout/groups.ts'
import { present } from '../../fixtures/present.ts'
import { madeUpGroup } from '../made-up-group.ts'

const review: ReviewQuestions<unknown> = {
  verify: () => '',
  compare: (_, first, second) => `${first} ${second}`,
  reflect: () => '',
  replies: { right: 'right', wrong: 'wrong', first: 'A', second: 'B' },
}

/** The policy answers badly, finds that out and writes a good answer; a world that cannot play the good answer to task 0. */
function playedBy({ id, task, question, players }: RolloutRequest): readonly (readonly [string, Rollout])[] {
  const isGraded = players['policy']?.kind === 'script'
  if (isGraded && task === 0) return []
  const action = question?.text.startsWith('verify') === true ? 'wrong' : question === undefined ? 'bad' : 'good'
  const [step] = rolloutsOf(madeUpGroup([{ won: isGraded, rewards: [undefined] }]))
  const { episode } = present(step)
  return [[id, { notes: {}, episode: { ...episode, steps: episode.steps.map(each => ({ ...each, action })) } }]]
}

test('a last answer that could not be played is left out, and is not wrong', async t => {
  let made = 0
  const lab = {
    config: parseRunConfig({ method: 'spark' }),
    root: rootKey(1),
    world: { generate: () => made++ } as unknown as World,
    rollouts: {
      play: (requests: readonly RolloutRequest[]) =>
        Promise.resolve({ rollouts: new Map(requests.flatMap(playedBy)), invalid: [] }),
    },
  }
  const told = await selfTest(
    lab,
    { ...review, verify: () => 'verify', reflect: () => 'reflect' },
    { tasks: 4, answers: 1, rounds: 1, every: 1 },
    1,
  )
  t.like(told, { first: 0, last: 1, repaired: 1, spoilt: 0 })
})

const share = (is: readonly boolean[]): number | null =>
  is.length === 0 ? null : is.filter(Boolean).length / is.length

test('replies to a pair agree if both name one of its answers, and the same; those that name none do not', async t => {
  const reply = fc.constantFrom('A', 'B', 'C', null)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(reply, reply), { maxLength: 6 }), async replies => {
      const given = replies.map((_, task) => [
        { task, answer: 'good', won: true },
        { task, answer: 'bad', won: false },
      ])
      const told = await pairsTold(
        (_, texts) =>
          Promise.resolve(texts.map((text, index) => replies[index]?.[text === 'good bad' ? 0 : 1] ?? null)),
        review,
        given,
      )
      const named = replies.map(([ahead, behind]) => [
        ahead === 'A' ? 'good' : ahead === 'B' ? 'bad' : null,
        behind === 'B' ? 'good' : behind === 'A' ? 'bad' : null,
      ])
      t.is(told.paired, share(named.flat().map(answer => answer === 'good')))
      t.is(told.agreed, share(named.map(([one, other]) => one !== null && one === other)))
    }),
  )
})
