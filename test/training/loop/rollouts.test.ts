import test from 'ava'
import fc from 'fast-check'
import { Subject } from 'rxjs'
import { addresses } from '../../../src/addresses.ts'
import type { Episode, JudgedStep, Rollout } from '../../../src/episode.ts'
import { rootKey } from '../../../src/math/random.ts'
import type { Failed, Finished, Judged, Play, ReleaseCall, ToEnvironment, ToTrainer } from '../../../src/protocol.ts'
import { createRollouts, type PlayOrder } from '../../../src/training/loop/rollouts.ts'

const sampling = { model: 'policy', temperature: 1, topP: 1, maxTokens: 4, key: rootKey(1) }
const order = (slot: number, judged: boolean): PlayOrder => ({
  id: `train/1/${slot}/0`,
  task: { slot },
  player: { kind: 'policy', sampling },
  judging: judged ? { ...sampling, model: 'reward-model', votes: 3 } : null,
})
const routed = { to: addresses.trainer, from: 'environment/0' } as const
const episode = (id: string, steps: number): Episode => ({
  id,
  opening: '',
  steps: Array.from({ length: steps }, (_, step) => ({
    action: String(step),
    observation: '',
    context: new Int32Array(0),
    tokens: new Int32Array(0),
    logprobs: new Float32Array(0),
    label: { good: true, reason: '' },
  })),
  won: false,
  ending: 'truncated',
})
const judgedStep = (step: number): JudgedStep => ({
  kind: 'voted',
  context: Int32Array.of(step),
  cue: new Int32Array(0),
  votes: [],
})
const finished = (id: string, steps: number): Finished => ({
  ...routed,
  kind: 'finished',
  id,
  episode: episode(id, steps),
})
const judged = (id: string, step: number): Judged => ({ ...routed, kind: 'judged', id, step, judged: judgedStep(step) })
const failed = (id: string): Failed => ({
  ...routed,
  kind: 'failed',
  id,
  failure: { kind: 'invalid', reason: 'too long' },
})

/** A trainer's place among actors that are played by the test. */
function stage(threads = 1, silenceMs?: number) {
  const inbox = new Subject<ToTrainer>()
  const plays: Play[] = []
  const released: string[] = []
  const send = (message: ToEnvironment | ReleaseCall) => {
    if (message.kind === 'play') plays.push(message)
    if (message.kind === 'release') released.push(...message.caches)
  }
  const rollouts = createRollouts({ inbox, send, threads, ...(silenceMs === undefined ? {} : { silenceMs }) })
  return { inbox, plays, released, rollouts }
}

const intact = ({ episode: { steps }, judged }: Rollout, judging: boolean): boolean =>
  judging
    ? judged.length === steps.length && judged.every(({ context }, step) => context[0] === step)
    : judged.length === 0

const plans = fc.array(
  fc.record({ steps: fc.integer({ min: 1, max: 3 }), judged: fc.boolean(), fails: fc.boolean() }),
  { minLength: 1, maxLength: 5 },
)

test('however messages interleave, come twice or come late, each order has exactly one result', async t => {
  await fc.assert(
    fc.asyncProperty(plans, fc.nat(), fc.infiniteStream(fc.nat(97)), async (made, deaths, chance) => {
      const { inbox, plays, rollouts } = stage()
      const playable = { steps: 1, judged: false, fails: false }
      const all = [...made, playable]
      const batch = rollouts.play(all.map((plan, slot) => order(slot, plan.judged)))
      const messagesOf = ({ id }: Play, slot: number): ToTrainer[] => {
        const { steps, judged: judging, fails } = all[slot]!
        if (fails) return [failed(id)]
        const votes = judging ? Array.from({ length: steps }, (_, step) => judged(id, step)) : []
        return [...votes, finished(id, steps)]
      }
      const slotOf = ({ id }: Play) => Number(id.split('/')[2])
      let seen = 0
      const waiting: ToTrainer[] = []
      const take = () => {
        for (; seen < plays.length; seen += 1) waiting.push(...messagesOf(plays[seen]!, slotOf(plays[seen]!)))
      }
      take()
      for (let left = deaths % 3; left > 0; left -= 1) {
        for (let count = chance.next().value % 4; count > 0 && waiting.length > 1; count -= 1) {
          const [message] = waiting.splice(chance.next().value % waiting.length, 1)
          inbox.next(message!)
        }
        rollouts.replay('environment/0')
        take()
      }
      while (waiting.length > 0) {
        const at = chance.next().value % waiting.length
        inbox.next(waiting[at]!)
        if (chance.next().value % 3 > 0) waiting.splice(at, 1)
      }
      const { rollouts: results, invalid } = await batch
      const wrong = all.flatMap(({ fails }, slot) => (fails ? [order(slot, true).id] : []))
      t.deepEqual(invalid.map(({ id }) => id).sort(), wrong.sort())
      t.is(results.size + invalid.length, all.length)
      all.forEach((plan, slot) => {
        const { id } = order(slot, plan.judged)
        if (plan.fails) return
        const rollout = results.get(id) ?? t.fail(`${id} has no result`)
        t.is(rollout.episode.id, id)
        t.is(rollout.episode.steps.length, plan.steps)
        t.true(intact(rollout, plan.judged))
      })
      t.is(new Set(plays.map(({ id }) => id)).size, plays.length, 'every attempt has a name of its own')
    }),
    { numRuns: 60 },
  )
})

test('what a dead thread had finished is not played again, and the rest of its episodes are, elsewhere nothing', async t => {
  const { inbox, plays, rollouts } = stage(2)
  const batch = rollouts.play([order(0, false), order(1, false), order(2, true)])
  t.deepEqual(
    plays.map(({ to }) => to),
    ['environment/0', 'environment/1', 'environment/0'],
  )
  const [first, second, third] = plays
  inbox.next(finished(third!.id, 1))
  rollouts.replay('environment/0')
  t.deepEqual(
    plays.slice(3).map(({ task }) => task),
    [{ slot: 0 }],
  )
  inbox.next(finished(first!.id, 3))
  inbox.next(finished(plays[3]!.id, 2))
  inbox.next(finished(second!.id, 1))
  inbox.next(judged(third!.id, 0))
  const { rollouts: results } = await batch
  t.is(results.get('train/1/0/0')?.episode.steps.length, 2, 'the reply of the first attempt came too late')
})

test('a late reply to one batch is no reply to the next', async t => {
  const { inbox, plays, rollouts } = stage()
  const first = rollouts.play([order(0, false), order(1, false)])
  inbox.next(failed(plays[0]!.id))
  inbox.next(finished(plays[1]!.id, 1))
  await first
  const second = rollouts.play([order(0, false)])
  inbox.next(finished(plays[0]!.id, 9))
  inbox.next(finished(plays[2]!.id, 1))
  t.is((await second).rollouts.get('train/1/0/0')?.episode.steps.length, 1)
})

test('the contexts of an attempt that nobody played to its end are forgotten', async t => {
  const { inbox, plays, released, rollouts } = stage()
  const batch = rollouts.play([order(0, true), order(1, false)])
  inbox.next(finished(plays[1]!.id, 1))
  rollouts.replay('environment/0')
  inbox.next(judged(plays[2]!.id, 0))
  inbox.next(finished(plays[2]!.id, 1))
  await batch
  t.deepEqual(released, [plays[0]!.id, `judge:${plays[0]!.id}`])
})

test('a batch of which nothing could be played is an error that says why', async t => {
  const { inbox, plays, rollouts } = stage()
  const batch = rollouts.play([order(0, false), order(1, false)])
  for (const { id } of plays) inbox.next(failed(id))
  await t.throwsAsync(batch, { message: 'none of 2 episodes could be played: too long' })
  t.deepEqual(await rollouts.play([]), { rollouts: new Map(), invalid: [] })
})

test('one batch at a time', async t => {
  const { inbox, plays, rollouts } = stage()
  const batch = rollouts.play([order(0, false)])
  await t.throwsAsync(rollouts.play([order(1, false)]), { message: /already being played/ })
  inbox.next(finished(plays[0]!.id, 1))
  t.is((await batch).rollouts.size, 1)
})

test('no batch waits for ever: silence, the end of the actors and giving up each end it', async t => {
  await t.throwsAsync(stage(1, 5).rollouts.play([order(0, false)]), { message: /has come for 5 ms/ })
  const ended = stage()
  const batch = ended.rollouts.play([order(0, false)])
  ended.inbox.complete()
  await t.throwsAsync(batch, { message: 'the actors have stopped' })
  await t.throwsAsync(ended.rollouts.play([order(0, false)]), { message: 'the actors have stopped' })
  const given = stage()
  const waiting = given.rollouts.play([order(0, false)])
  given.rollouts.fail(new Error('gpu died'))
  await t.throwsAsync(waiting, { message: 'gpu died' })
})

test('an order that cannot be sent is an error', async t => {
  const send = () => {
    throw new RangeError('no such address')
  }
  const { play } = createRollouts({ inbox: new Subject(), send, threads: 1 })
  await t.throwsAsync(play([order(0, false)]), { message: 'no such address' })
})
