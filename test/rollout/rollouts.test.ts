import test from 'ava'
import fc from 'fast-check'
import { Subject, VirtualTimeScheduler } from 'rxjs'
import { addresses } from '../../src/contracts/addresses.ts'
import type { Episode, Note, Rollout } from '../../src/contracts/episode.ts'
import { derive, rootKey } from '../../src/math/random.ts'
import type { Abandon, Closed, Failed, Finished, Noted, Play } from '../../src/contracts/messages/run.ts'
import type { ToTrainer } from '../../src/contracts/messages/calls.ts'
import { awakeTime } from '../../src/runtime/waiting/awake-time.ts'
import { collector } from '../../src/runtime/heap/collect.ts'
import { tick } from '../../src/streams/tick.ts'
import { sleepyClock } from '../runtime/waiting/sleepy-clock.ts'
import { createRoster } from '../../src/runtime/supervision/roster.ts'
import { usualRecoveries } from '../run/actors/usual-actors.ts'
import { createRollouts, type RolloutsOptions } from '../../src/rollout/rollouts.ts'
import type { RolloutRequest } from '../../src/contracts/messages/rollouts.ts'
import { present } from '../fixtures/present.ts'
import { nth } from '../../src/math/nth.ts'

const sampling = { model: 'policy', temperature: 1, topP: 1, maxTokens: 4, key: rootKey(1) }
const order = (slot: number, hasVotes: boolean): RolloutRequest => ({
  id: `train/1/${slot}/0`,
  task: { slot },
  players: { policy: { kind: 'model', sampling } },
  observers: hasVotes
    ? { rewardModel: { ...sampling, model: 'reward-model', samplesPerStep: 3, protocol: 'verdicts' } }
    : {},
})
const scripted = { players: { policy: { kind: 'script', actions: ['a'] } } } as const
const routed = { to: addresses.trainer, from: 'environment/0' } as const
const episode = (id: string, steps: number): Episode => ({
  id,
  opening: id,
  steps: Array.from({ length: steps }, (_, step) => ({
    agent: 'policy',
    action: String(step),
    observation: '',
    context: new Int32Array(0),
    tokens: new Int32Array(0),
    logprobs: new Float32Array(0),
    version: 0,
    label: { good: true, reason: '' },
  })),
  won: false,
  score: 0,
  ending: 'truncated',
})
const attemptOf = (name: string): number => Number(name.split('~')[1])
const votedStep = (id: string, step: number): Note => ({
  kind: 'verdicts',
  context: Int32Array.of(step, attemptOf(id)),
  promptSuffix: new Int32Array(0),
  verdicts: [],
})
const finished = (id: string, steps: number): Finished => ({
  ...routed,
  kind: 'finished',
  id,
  episode: episode(id, steps),
})
const voted = (id: string, step: number, observer = 'rewardModel'): Noted => ({
  ...routed,
  kind: 'noted',
  id,
  observer,
  step,
  note: votedStep(id, step),
})
const failed = (id: string): Failed => ({
  ...routed,
  kind: 'failed',
  id,
  failure: { kind: 'invalid', reason: 'too long' },
})

/** A trainer's place among actors that are played by the test. */
function stage(
  threads = 1,
  options: Pick<RolloutsOptions, 'silenceMs' | 'scheduler' | 'maxPerWorker' | 'activity'> = {},
) {
  const inbox = new Subject<ToTrainer>()
  const plays: Play[] = []
  /** Who was told to forget what. */
  const told: string[] = []
  const send = (message: Play | Abandon | Closed) => {
    if (message.kind === 'play') plays.push(message)
    else told.push(`${message.to} ${message.id}`)
  }
  const roster = createRoster()
  const recoveries = usualRecoveries(threads)
  /* What a test leaves open would keep its thread for the two minutes of silence that are allowed. */
  const scheduler = options.silenceMs === undefined ? new VirtualTimeScheduler() : awakeTime()
  const rollouts = createRollouts({ inbox, send, liveness: roster, recoveries, scheduler, ...options })
  const lost = roster.died
  const returns = (actor: string) => roster.replaced(actor)()
  const dies = (actor: string) => {
    lost(actor)
    returns(actor)
  }
  return { inbox, plays, told, rollouts, lost, returns, dies }
}

/** Whether every step has votes, once, and by what was said of this attempt. */
const intact = (
  { episode: { opening, steps }, notes: { rewardModel: notes = [], ...others } }: Rollout,
  hasVotes: boolean,
): boolean =>
  Object.keys(others).length === 0 &&
  (hasVotes
    ? notes.length === steps.length &&
      notes.every(({ context }, step) => context[0] === step && context[1] === attemptOf(opening))
    : notes.length === 0)

const mortals = fc.constantFrom('environment/0', 'policy', 'observer', 'gpu', 'adapter')
const plans = fc.array(
  fc.record({ steps: fc.integer({ min: 1, max: 3 }), hasVotes: fc.boolean(), fails: fc.boolean() }),
  { minLength: 1, maxLength: 5 },
)

test('however messages interleave, come twice or come late, each order has exactly one result', async t => {
  await fc.assert(
    fc.asyncProperty(
      plans,
      fc.array(mortals, { maxLength: 3 }),
      fc.infiniteStream(fc.nat(97)),
      async (made, deaths, chance) => {
        const { inbox, plays, rollouts, dies } = stage()
        const playable = { steps: 1, hasVotes: false, fails: false }
        const all = [...made, playable]
        const batch = rollouts.play(all.map((plan, slot) => order(slot, plan.hasVotes)))
        const messagesOf = ({ id }: Play, slot: number): ToTrainer[] => {
          const { steps, hasVotes, fails } = nth(all, slot)
          if (fails) return [failed(id)]
          const votes = hasVotes ? Array.from({ length: steps }, (_, step) => voted(id, step)) : []
          return [...votes, finished(id, steps)]
        }
        const slotOf = ({ id }: Play) => Number(id.split('/')[2])
        let seen = 0
        const waiting: ToTrainer[] = []
        const take = () => {
          for (; seen < plays.length; seen += 1) waiting.push(...messagesOf(nth(plays, seen), slotOf(nth(plays, seen))))
        }
        take()
        for (const actor of deaths) {
          for (let count = chance.next().value % 4; count > 0 && waiting.length > 1; count -= 1) {
            const [message] = waiting.splice(chance.next().value % waiting.length, 1)
            inbox.next(present(message))
          }
          dies(actor)
          take()
        }
        while (waiting.length > 0) {
          const at = chance.next().value % waiting.length
          inbox.next(nth(waiting, at))
          if (chance.next().value % 3 > 0) waiting.splice(at, 1)
        }
        const { rollouts: results, invalid } = await batch
        const wrong = all.flatMap(({ fails }, slot) => (fails ? [order(slot, true).id] : []))
        t.deepEqual(invalid.map(({ id }) => id).sort(), wrong.sort())
        t.is(results.size + invalid.length, all.length)
        all.forEach((plan, slot) => {
          const { id } = order(slot, plan.hasVotes)
          if (plan.fails) return
          const rollout = results.get(id) ?? t.fail(`${id} has no result`)
          t.is(rollout.episode.id, id)
          t.is(rollout.episode.steps.length, plan.steps)
          t.true(intact(rollout, plan.hasVotes))
        })
        t.is(new Set(plays.map(({ id }) => id)).size, plays.length, 'every attempt has a name of its own')
      },
    ),
    { numRuns: 60 },
  )
})

test('each attempt at an episode has the same chance of the world: that of the request', async t => {
  const { plays, rollouts, dies, inbox } = stage()
  const played = rollouts.play([{ ...order(0, false), ...scripted }])
  dies('environment/0')
  const [first, again] = [nth(plays, 0), nth(plays, 1)]
  t.not(first.id, again.id)
  t.deepEqual(again.key, first.key)
  t.deepEqual(first.key, derive(rootKey(0), 'train/1/0/0'))
  inbox.next(finished(again.id, 1))
  t.is((await played).rollouts.size, 1)
})

test('a dead worker undoes its own episodes, with votes in part or not at all, and what is complete stays', async t => {
  const { inbox, plays, rollouts, dies } = stage(2)
  const batch = rollouts.play([order(0, false), order(1, false), order(2, true), order(3, false), order(4, false)])
  t.deepEqual(
    plays.map(({ to }) => to),
    ['environment/0', 'environment/1', 'environment/0', 'environment/1', 'environment/0'],
  )
  const [first, second, third, fourth, fifth] = plays
  inbox.next(finished(present(third).id, 2))
  inbox.next(voted(present(third).id, 0))
  inbox.next(finished(present(fifth).id, 1))
  dies('environment/0')
  t.deepEqual(
    plays.slice(5).map(({ task, to }) => [task, to]),
    [
      [{ slot: 0 }, 'environment/1'],
      [{ slot: 2 }, 'environment/1'],
    ],
  )
  inbox.next(finished(present(first).id, 3))
  inbox.next(voted(present(third).id, 1))
  inbox.next(finished(nth(plays, 5).id, 2))
  inbox.next(finished(nth(plays, 6).id, 1))
  inbox.next(voted(nth(plays, 6).id, 0))
  inbox.next(finished(present(second).id, 1))
  inbox.next(finished(present(fourth).id, 1))
  const { rollouts: results } = await batch
  t.is(results.get('train/1/0/0')?.episode.steps.length, 2, 'the reply of the first attempt came too late')
  t.is(results.get('train/1/2/0')?.notes['rewardModel']?.length, 1, 'and so did the vote on the first attempt')
})

test('each death undoes what it took part in, and nothing else', async t => {
  const undone = async (actor: string) => {
    const { inbox, plays, rollouts, dies } = stage(2)
    const orders = [order(0, false), order(1, true), order(2, true), { ...order(3, true), ...scripted }]
    const batch = rollouts.play(orders)
    inbox.next(finished(nth(plays, 1).id, 1))
    dies(actor)
    inbox.complete()
    await t.throwsAsync(batch, { message: 'the actors have stopped' })
    return plays.slice(orders.length).map(({ task }) => task)
  }
  const slots = (...numbers: readonly number[]) => numbers.map(slot => ({ slot }))
  t.deepEqual(await undone('environment/0'), slots(0, 2))
  t.deepEqual(await undone('environment/1'), slots(1, 3))
  t.deepEqual(await undone('policy'), slots(0, 2))
  t.deepEqual(await undone('observer'), slots(1, 2, 3))
  t.deepEqual(await undone('gpu'), slots(0, 1, 2, 3))
  t.deepEqual(await undone('adapter'), [])
})

test('an episode begins only once all that it needs is ready; others do not wait for it', async t => {
  const begun = (actor: string) => {
    const { plays, rollouts, lost, returns } = stage(2)
    lost(actor)
    const orders = [
      order(0, false),
      order(1, true),
      { ...order(2, true), ...scripted },
      { ...order(3, false), ...scripted },
    ]
    rollouts.play(orders).catch(() => {})
    const before = plays.length
    returns(actor)
    const slotsOf = (some: readonly Play[]) => some.map(({ id }) => Number(id.split('/')[2]))
    return [slotsOf(plays.slice(0, before)), slotsOf(plays.slice(before))]
  }
  t.deepEqual(begun('gpu'), [[3], [0, 1, 2]])
  t.deepEqual(begun('policy'), [
    [2, 3],
    [0, 1],
  ])
  t.deepEqual(begun('observer'), [
    [0, 3],
    [1, 2],
  ])
  t.deepEqual(begun('adapter'), [[0, 1, 2, 3], []])
  t.deepEqual(begun('environment/0'), [[0, 1, 2, 3], []])
})

test('while one worker of two is dead, the other one plays everything', async t => {
  const { inbox, plays, rollouts, lost, returns } = stage(2)
  const first = rollouts.play([order(0, false), order(1, false)])
  lost('environment/0')
  inbox.next(finished(nth(plays, 1).id, 1))
  inbox.next(finished(nth(plays, 2).id, 2))
  t.is((await first).rollouts.get('train/1/0/0')?.episode.steps.length, 2)
  const second = rollouts.play([order(2, false), order(3, false)])
  for (const { id } of plays.slice(3)) inbox.next(finished(id, 3))
  t.is((await second).rollouts.size, 2)
  t.true(plays.slice(1).every(({ to }) => to === 'environment/1'))
  returns('environment/0')
  void rollouts.play([order(4, false)])
  t.is(plays.at(-1)?.to, 'environment/0')
})

test('with all workers dead, everything waits for the first that returns', t => {
  const { plays, rollouts, lost, returns } = stage(2)
  for (const actor of ['environment/0', 'environment/1']) lost(actor)
  void rollouts.play([order(0, false), order(1, false)])
  t.is(plays.length, 0)
  returns('environment/1')
  t.deepEqual(
    plays.map(({ to }) => to),
    ['environment/1', 'environment/1'],
  )
})

test('a worker has no more episodes under way than it may, and pulls the next one when it has played one', async t => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 20 }),
      fc.infiniteStream(fc.nat(97)),
      async (threads, maxPerWorker, count, chance) => {
        const { inbox, plays, rollouts, lost, returns } = stage(threads, { maxPerWorker })
        const batch = rollouts.play(Array.from({ length: count }, (_, slot) => order(slot, false)))
        const over = new Set<string>()
        const dead = new Set<string>()
        const underWay = () => plays.filter(({ id, to }) => !over.has(id) && !dead.has(to))
        for (let left = 200; over.size < 200 && left > 0; left -= 1) {
          const ready = threads - dead.size
          const playing = underWay()
          const loads = [...Array(threads).keys()].map(
            index => playing.filter(({ to }) => to === `environment/${index}`).length,
          )
          t.true(Math.max(...loads) <= maxPerWorker)
          const worker = `environment/${chance.next().value % threads}`
          const kind = chance.next().value % 6
          if (kind === 0 && !dead.has(worker)) {
            for (const { id, to } of plays) if (to === worker) over.add(id)
            dead.add(worker)
            lost(worker)
          } else if (kind === 1 && dead.delete(worker)) returns(worker)
          else if (playing.length > 0) {
            const { id } = nth(playing, chance.next().value % playing.length)
            over.add(id)
            inbox.next(finished(id, 1))
          } else if (ready > 0) break
        }
        for (const worker of dead) returns(worker)
        dead.clear()
        for (let playing = underWay(); playing.length > 0; playing = underWay()) {
          over.add(nth(playing, 0).id)
          inbox.next(finished(nth(playing, 0).id, 1))
        }
        t.is((await batch).rollouts.size, count)
      },
    ),
    { numRuns: 60 },
  )
})

test('nothing is played while all that it needs is missing in part', async t => {
  const { inbox, plays, rollouts, lost, returns } = stage()
  lost('policy')
  lost('gpu')
  const batch = rollouts.play([order(0, false)])
  returns('policy')
  t.is(plays.length, 0)
  returns('gpu')
  t.is(plays.length, 1)
  lost('gpu')
  inbox.next(finished(nth(plays, 0).id, 1))
  returns('gpu')
  inbox.next(finished(nth(plays, 1).id, 2))
  t.is((await batch).rollouts.get('train/1/0/0')?.episode.steps.length, 2)
})

test('a late reply to one batch is no reply to the next', async t => {
  const { inbox, plays, rollouts } = stage()
  const first = rollouts.play([order(0, false), order(1, false)])
  inbox.next(failed(nth(plays, 0).id))
  inbox.next(finished(nth(plays, 1).id, 1))
  await first
  const second = rollouts.play([order(0, false)])
  inbox.next(finished(nth(plays, 0).id, 9))
  inbox.next(finished(nth(plays, 2).id, 1))
  t.is((await second).rollouts.get('train/1/0/0')?.episode.steps.length, 1)
})

test('what was given up is forgotten at once by those who live, and in the end by everybody', async t => {
  const { inbox, plays, told, rollouts, lost, returns } = stage()
  const batch = rollouts.play([order(0, true), order(1, false)])
  inbox.next(finished(nth(plays, 1).id, 1))
  lost('policy')
  const [first] = plays
  t.deepEqual(told, [`observer ${present(first).id}`, `environment/0 ${present(first).id}`])
  returns('policy')
  inbox.next(voted(nth(plays, 2).id, 0))
  inbox.next(finished(nth(plays, 2).id, 1))
  await batch
  t.deepEqual(
    told.slice(2),
    [present(first), nth(plays, 1), nth(plays, 2)].flatMap(({ id, observers }) => [
      `policy ${id}`,
      ...(Object.keys(observers).length === 0 ? [] : [`observer ${id}`]),
      `environment/0 ${id}`,
    ]),
  )
})

test('what a dead actor could not be told after a batch is told to the next one', async t => {
  const { inbox, plays, told, rollouts, dies } = stage()
  const batch = rollouts.play([order(0, false)])
  inbox.next(finished(nth(plays, 0).id, 1))
  await batch
  t.deepEqual(told, [])
  dies('policy')
  t.deepEqual(told, [`policy ${nth(plays, 0).id}`, `environment/0 ${nth(plays, 0).id}`])
  dies('gpu')
  t.is(told.length, 4, 'and again, as nobody knows whether the one before had read it')
})

test('an episode that could not be graded leaves nothing behind', async t => {
  const { inbox, plays, told, rollouts } = stage()
  const batch = rollouts.play([order(0, true), order(1, false)])
  inbox.next(failed(nth(plays, 0).id))
  inbox.next(finished(nth(plays, 1).id, 1))
  await batch
  t.deepEqual(
    told,
    ['policy', 'observer', 'environment/0'].map(actor => `${actor} ${nth(plays, 0).id}`),
  )
})

test('a batch of which nothing could be played is an error that says why', async t => {
  const { inbox, plays, rollouts } = stage()
  const batch = rollouts.play([order(0, false), order(1, false)])
  for (const { id } of plays) inbox.next(failed(id))
  await t.throwsAsync(batch, { message: 'none of 2 episodes could be played: too long' })
  t.deepEqual(await rollouts.play([]), { rollouts: new Map(), invalid: [] })
})

test('batches do not disturb each other, even with the same orders', async t => {
  const { inbox, plays, rollouts } = stage()
  const batches = [rollouts.play([order(0, false)]), rollouts.play([order(0, false), order(1, false)])]
  inbox.next(finished(nth(plays, 2).id, 3))
  inbox.next(finished(nth(plays, 1).id, 2))
  inbox.next(finished(nth(plays, 0).id, 1))
  const steps = (await Promise.all(batches)).map(({ rollouts: each }) => each.get('train/1/0/0')?.episode.steps.length)
  t.deepEqual(steps, [1, 2])
})

test('no batch waits for ever: silence, the end of the actors and giving up each end it', async t => {
  await t.throwsAsync(stage(1, { silenceMs: 5 }).rollouts.play([order(0, false)]), {
    message: 'nothing has come for 5 ms; awaited: environment/0',
  })
  const lacking = stage(1, { silenceMs: 5 })
  lacking.lost('gpu')
  await t.throwsAsync(lacking.rollouts.play([order(0, false)]), { message: 'nothing has come for 5 ms; awaited: gpu' })
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

test('a sleep is no silence', async t => {
  const { real, live, sleep } = sleepyClock()
  const { inbox, plays, rollouts } = stage(1, { scheduler: awakeTime(real) })
  const heard = rollouts.play([order(0, false)])
  live(60_000)
  sleep(300_000)
  live(59_000)
  inbox.next(finished(nth(plays, 0).id, 1))
  t.is((await heard).rollouts.size, 1)
  const unheard = rollouts.play([order(0, false)])
  live(120_000)
  await t.throwsAsync(unheard, { message: 'nothing has come for 120000 ms; awaited: environment/0' })
})

test('actors that speak with each other alone are not silent, for as long as they do', async t => {
  const { real, live } = sleepyClock()
  let sent = 0
  const { inbox, plays, rollouts } = stage(1, { scheduler: awakeTime(real), activity: async () => sent })
  const wait = async (): Promise<void> => {
    live(120_000)
    await tick()
  }
  const heard = rollouts.play([order(0, false)])
  for (sent = 1; sent <= 5; sent += 1) await wait()
  inbox.next(finished(nth(plays, 0).id, 1))
  t.is((await heard).rollouts.size, 1)
  const unheard = rollouts.play([order(0, false)])
  await wait()
  await wait()
  await t.throwsAsync(unheard, { message: 'nothing has come for 120000 ms; awaited: environment/0' })
})

test('a message that comes while it is looked whether there is silence ends it, as does the end of the batch', async t => {
  const { real, live } = sleepyClock()
  const { inbox, plays, rollouts } = stage(1, { scheduler: awakeTime(real), activity: async () => 0 })
  const first = rollouts.play([order(0, false)])
  live(120_000)
  await tick()
  live(120_000)
  inbox.next(finished(nth(plays, 0).id, 1))
  await first
  await tick()
  const second = rollouts.play([order(1, false)])
  inbox.next(finished(nth(plays, 1).id, 1))
  t.is((await second).rollouts.size, 1)
})

test('of what was played only names are kept, for actors that may have to forget them', async t => {
  const { inbox, plays, rollouts } = stage()
  const playOne = async () => {
    const batch = rollouts.play([order(0, false)])
    inbox.next(finished(nth(plays, 0).id, 1))
    return new WeakRef((await batch).rollouts)
  }
  const played = await playOne()
  await tick()
  collector()()
  t.is(played.deref(), undefined)
})

test('an order that cannot be sent is an error', async t => {
  const send = () => {
    throw new RangeError('no such address')
  }
  const { play } = createRollouts({
    inbox: new Subject(),
    send,
    liveness: createRoster(),
    recoveries: usualRecoveries(1),
  })
  await t.throwsAsync(play([order(0, false)]), { message: 'no such address' })
})

test('an episode is complete when every observer has answered for every step, and keeps the notes of each', async t => {
  const { inbox, plays, rollouts } = stage()
  const { observers, ...rest } = order(0, true)
  const batch = rollouts.play([
    { ...rest, observers: { ...observers, second: { ...present(observers['rewardModel']), model: 'policy' } } },
  ])
  const id = nth(plays, 0).id
  inbox.next(finished(id, 2))
  for (const [step, observer] of [
    [0, 'rewardModel'],
    [1, 'rewardModel'],
    [1, 'second'],
    [0, 'nobody'],
  ] as const)
    inbox.next(voted(id, step, observer))
  t.is(await Promise.race([batch, Promise.resolve('open')]), 'open')
  inbox.next(voted(id, 0, 'second'))
  const { notes } = (await batch).rollouts.get(rest.id) ?? t.fail()
  const both = [votedStep(id, 0), votedStep(id, 1)]
  t.deepEqual(notes, { rewardModel: both, second: both })
})
