import test from 'ava'
import fc from 'fast-check'
import { maxOffPolicyIterations, stalenessOfVersion } from '../../src/learning/staleness.ts'
import { prefetch } from '../../src/methods/prefetch.ts'

/** Items that the test finishes when it wants to: item i is the number i + 1, made from i. */
function workshop(lead: number, count: number) {
  const begun: number[] = []
  const open: { finish: () => void; fail: () => void }[] = []
  const make = (previous: number): Promise<number> =>
    new Promise((resolve, reject) => {
      begun.push(previous)
      open.push({ finish: () => resolve(previous + 1), fail: () => reject(new Error(`item ${previous} broke`)) })
    })
  return { begun, open, ahead: prefetch<number, number>(0, { make, ahead: null }, { lead, count }) }
}
/** Lets every promise that can settle do so. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

test('items come in order, one at a time, each from the one before, and never more than the lead before they are asked for', async t => {
  const plans = fc.record({
    lead: fc.nat(3),
    count: fc.integer({ min: 1, max: 6 }),
    turns: fc.array(fc.boolean(), { maxLength: 30 }),
  })
  await fc.assert(
    fc.asyncProperty(plans, async ({ lead, count, turns }) => {
      const { begun, open, ahead } = workshop(lead, count)
      const taken: number[] = []
      let asked = 0
      let waiting = false
      let finished = 0
      for (const takes of [...turns, ...Array.from({ length: 4 * count }, (_, turn) => turn % 2 === 0)]) {
        if (takes && !waiting && asked < count) {
          asked += 1
          waiting = true
          void ahead.next().then(item => {
            waiting = false
            taken.push(item)
          })
        } else if (!takes) {
          const job = open.shift()
          job?.finish()
          if (job !== undefined) finished += 1
        }
        await settled()
        t.deepEqual(begun, [...begun.keys()], 'in order')
        t.true(begun.length <= finished + 1, 'one at a time')
        t.true(begun.length <= asked + (asked > 0 ? lead : 0), 'within the lead')
        if (asked > 0 && open.length === 0 && begun.length < Math.min(asked + lead, count)) t.fail('it idles')
      }
      t.deepEqual(
        taken,
        Array.from({ length: count }, (_, index) => index + 1),
      )
    }),
    { numRuns: 60 },
  )
})

test('without a lead nothing is made before it is asked for', async t => {
  const { begun, open, ahead } = workshop(0, 2)
  await settled()
  t.deepEqual(begun, [])
  const first = ahead.next()
  await settled()
  open.shift()?.finish()
  t.is(await first, 1)
  await settled()
  t.deepEqual(begun, [0])
})

test('what breaks ahead is told when its turn comes, and nothing is made from it', async t => {
  const { begun, open, ahead } = workshop(2, 9)
  const first = ahead.next()
  await settled()
  open.shift()?.finish()
  t.is(await first, 1)
  await settled()
  open.shift()?.fail()
  await settled()
  await t.throwsAsync(ahead.next(), { message: 'item 1 broke' })
  await t.throwsAsync(ahead.next(), { message: 'item 1 broke' })
  t.deepEqual(begun, [0, 1])
})

test('after the end there is nothing, and after a stop nothing further', async t => {
  const { open, ahead } = workshop(1, 1)
  const only = ahead.next()
  await settled()
  open.shift()?.finish()
  t.is(await only, 1)
  await t.throwsAsync(ahead.next(), { message: /there are 1 items/ })
  const stopped = workshop(1, 9)
  const first = stopped.ahead.next()
  await settled()
  stopped.ahead.stop()
  stopped.open.shift()?.finish()
  t.is(await first, 1)
  await settled()
  t.deepEqual(stopped.begun, [0])
})

test('with seeds ahead of their items all within the lead are made beside each other, and still come in order', async t => {
  const plans = fc.record({
    lead: fc.nat(4),
    count: fc.integer({ min: 1, max: 8 }),
    finishing: fc.infiniteStream(fc.nat()),
  })
  await fc.assert(
    fc.asyncProperty(plans, async ({ lead, count, finishing }) => {
      const begun: { readonly at: number; readonly whole: number }[] = []
      const open: (() => void)[] = []
      const ahead = prefetch<readonly number[], readonly number[]>(
        [0, 0],
        {
          make: ([at = 0, whole = 0], previous) =>
            new Promise(resolve => {
              begun.push({ at, whole })
              open.push(() => void previous.then(([before]) => resolve([(before ?? 0) + 1, 0])))
            }),
          ahead: ([whole = 0], [last = 0]) => [last + 1, whole],
        },
        { lead, count },
      )
      for (let asked = 1; asked <= count; asked += 1) {
        const next = ahead.next()
        await settled()
        t.is(begun.length, Math.min(asked + lead, count), 'all within the lead are under way')
        const got: (readonly number[])[] = []
        void next.then(item => got.push(item))
        await settled()
        while (got.length === 0) {
          t.not(open.length, 0, 'it idles')
          open.splice((finishing.next().value ?? 0) % open.length, 1)[0]?.()
          await settled()
        }
        t.deepEqual(got, [[asked, 0]], 'in order, each after the one before')
      }
      t.deepEqual(
        begun.map(({ at }) => at),
        [...begun.keys()],
      )
      t.true(begun.every(({ at, whole }) => whole >= at - 1 - lead && whole <= at))
    }),
    { numRuns: 60 },
  )
})

/** A world whose episodes take 1 step or up to 30, a step and an update a turn each. @returns for each iteration the version of each step. */
async function simulated(
  lengths: readonly (readonly number[])[],
  trainings: readonly number[],
  { lead, streams }: { readonly lead: number; readonly streams: boolean },
) {
  let version = 0
  const turn = async (): Promise<void> => Promise.resolve()
  const play = async (length: number): Promise<number[]> => {
    const versions: number[] = []
    for (let step = 0; step < length; step += 1) {
      versions.push(version)
      await turn()
    }
    return versions
  }
  const make = async (at: number): Promise<number> => {
    played[at] = await Promise.all((lengths[at] ?? []).map(play))
    return at + 1
  }
  const played: number[][][] = []
  const ahead = prefetch<number, number>(
    0,
    { make, ahead: streams ? (_, last) => last + 1 : null },
    { lead, count: lengths.length },
  )
  const trained: { version: number; episodes: readonly (readonly number[])[] }[] = []
  for (const updates of trainings) {
    const at = await ahead.next()
    trained.push({ version, episodes: played[at - 1] ?? [] })
    for (let update = 0; update < updates; update += 1) {
      await turn()
      version += 1
    }
    ahead.used()
    for (let evaluating = 0; evaluating < updates; evaluating += 1) await turn()
  }
  return trained
}

const simulations = fc.integer({ min: 2, max: 8 }).chain(count =>
  fc.tuple(
    fc.array(fc.array(fc.constantFrom(1, 2, 30), { minLength: 1, maxLength: 8 }), {
      minLength: count,
      maxLength: count,
    }),
    fc.array(fc.integer({ min: 1, max: 40 }), { minLength: count, maxLength: count }),
  ),
)

test('where no stale samples are wanted, every step played is fresh and trained on, however long its episode', async t => {
  const mode = { kind: 'asynchronous', stale: 'drop', staleness: 3, ratioCap: 2 } as const
  await fc.assert(
    fc.asyncProperty(simulations, async ([lengths, trainings]) => {
      const trained = await simulated(lengths, trainings, { lead: maxOffPolicyIterations({ mode }), streams: true })
      const fresh = trained.map(({ version, episodes }) =>
        episodes.map(steps => steps.filter(each => each === version).length),
      )
      t.deepEqual(fresh, lengths)
    }),
    { numRuns: 60 },
  )
})

test('episodes 30 times as long as others are trained on as often as they are played, and none is older than the lead', async t => {
  await fc.assert(
    fc.asyncProperty(simulations, fc.nat(4), fc.boolean(), async ([lengths, trainings], lead, streams) => {
      const trained = await simulated(lengths, trainings, { lead, streams })
      t.deepEqual(
        trained.map(({ episodes }) => episodes.map(steps => steps.length)),
        lengths,
      )
      const ends = trainings.map((_, at) => trainings.slice(0, at + 1).reduce((sum, updates) => sum + updates, 0))
      for (const [at, { episodes }] of trained.entries())
        for (const drawn of episodes.flat()) t.true(stalenessOfVersion({ ends: ends.slice(0, at) }, drawn) <= lead)
    }),
    { numRuns: 60 },
  )
})
