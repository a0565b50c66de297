/**
 * The trainer's side of a run among actors that die: whatever is delivered when, and whoever dies when, what the
 * trainer gets is what it gets when nobody dies.
 */
import test from 'ava'
import fc from 'fast-check'
import { addresses } from '../../../../src/contracts/addresses.ts'
import { adapterName } from '../../../../src/curriculum/messages.ts'
import { asError } from '../../../../src/contracts/failure.ts'
import { observerNotes } from '../../../../src/contracts/episode.ts'
import { rootKey } from '../../../../src/math/random.ts'
import type { Addressed } from '../../../../src/contracts/actor.ts'
import type { ToTrainer } from '../../../../src/contracts/messages/calls.ts'
import type { SystemEvent } from '../../../../src/runtime/supervision/system-event.ts'
import { runInMonty } from '../../../../src/sandbox/monty/run.ts'
import { createKit } from '../../../../src/laws/index.ts'
import { createClient } from '../../../../src/run/actors/client.ts'
import type { Client } from '../../../../src/contracts/messages/client.ts'
import { createLanguageModels } from '../../../../src/run/actors/language-models.ts'
import { createRecovery } from '../../../../src/run/actors/recovery/recovery.ts'
import { edgesOf, recoveriesOf } from '../../../../src/run/actors/roles.ts'
import { createRollouts } from '../../../../src/rollout/rollouts.ts'
import type { RolloutRequest, RolloutBatch, Rollouts } from '../../../../src/contracts/messages/rollouts.ts'
import { openStores } from '../../../../src/store/stores.ts'
import { takeSnapshot } from '../../../../src/run/loop/snapshot.ts'
import { fetchMemory } from '../../../../src/curriculum/adapter-actor.ts'
import { createRoster } from '../../../../src/runtime/supervision/roster.ts'
import { nth } from '../../../../src/math/nth.ts'
import { present } from '../../../fixtures/present.ts'
import { usualActors } from '../usual-actors.ts'
import { coloursScene, formulasScene, memoryOf, players, type Scene } from '../stage.ts'

const noStores = await openStores()

const threads = 2
const models = ['policy', 'reward-model'] as const
const to = addresses.gpu
const sampling = { temperature: 1, topP: 1, maxTokens: 4 }
const order = ({ task, protocol }: Scene, iteration: number, slot: number, hasVotes: boolean): RolloutRequest => ({
  id: `train/${iteration}/${slot}/0`,
  task,
  players: {
    policy: { kind: 'model', sampling: { ...sampling, model: 'policy', key: rootKey(10 * iteration + slot) } },
  },
  observers: hasVotes
    ? {
        rewardModel: { ...sampling, model: 'reward-model', key: rootKey(slot), samplesPerStep: 2, protocol },
        /* The policy observes itself. */
        second: { ...sampling, model: 'policy', key: rootKey(slot + 1), samplesPerStep: 1, protocol },
      }
    : {},
  ...(slot === 0 ? {} : { tree: { candidates: 3 } }),
})

/** What came of a batch, in whatever order it came. */
const settledBatch = ({ rollouts, invalid }: RolloutBatch) => ({ rollouts: Object.fromEntries(rollouts), invalid })

/** All that a loop does with its actors, in two iterations. @returns all that it got of them. */
async function loop(client: Client, rollouts: Rollouts, scene: Scene): Promise<readonly unknown[]> {
  const { task, protocol } = scene
  const got: unknown[] = []
  const handles = createLanguageModels(client)
  await Promise.all(models.map((model, index) => handles(model).load(memoryOf([index]))))
  for (const iteration of [1, 2]) {
    const batches = [
      [order(scene, iteration, 0, true), order(scene, iteration, 1, false)],
      [order(scene, iteration, 2, true)],
    ]
    const played = await Promise.all(batches.map(requests => rollouts.play(requests)))
    got.push(played.map(settledBatch))
    if (protocol === 'unit-tests') got.push(await Promise.all(played.map(batch => passesOf(client, task, batch))))
    const settled = {
      to: adapterName,
      direction: 'harder',
      edit: 'less time',
      complaint: null,
    } as const
    client.tell({ kind: 'proposal-outcome', ...settled, accepted: true })
    client.tell({ kind: 'proposal-outcome', ...settled, accepted: iteration === 1 })
    const adapt = {
      to: adapterName,
      task: null,
      accuracy: 1,
      direction: 'harder',
      critic: { complaint: null, condemned: 0, text: '' },
      key: rootKey(1),
    } as const
    got.push(
      (await Promise.all([1, 2].map(slot => client.call({ kind: 'adapt', ...adapt, slot })))).map(
        ({ proposal }) => proposal,
      ),
    )
    for (const [index, model] of models.entries()) {
      const train = async (part: number) => {
        const number = 100 * iteration + 10 * index + part
        const examples = [{ sequence: { tokens: Int32Array.of(number) }, spans: [] }]
        const { sums } = await client.call({
          kind: 'forward-backward',
          to,
          model,
          examples,
          objective: { kind: 'cross-entropy' },
        })
        return sums
      }
      const { logprobs } = await client.call({ kind: 'logprobs', to, model, sequences: [] })
      got.push(logprobs, await train(1), await train(2))
      const options = { learningRate: iteration, clipNorm: 1, beta1: 0, beta2: 0, epsilon: 1, weightDecay: 0 }
      const { updated } = await client.call({ kind: 'optim-step', to, model, options })
      got.push(updated, await train(3))
    }
    const memory = await fetchMemory(client)
    const { models: states } = await takeSnapshot(models.map(handles), noStores, { iteration, state: null })
    got.push(states, memory)
  }
  return got
}

/** Which programs of a batch pass which tests that were written for them. */
async function passesOf(client: Client, task: unknown, { rollouts }: RolloutBatch): Promise<unknown> {
  const group = [...rollouts.values()]
  const { passes } = await client.call({
    kind: 'run-tests',
    to: addresses.environments,
    task,
    programs: group.flatMap(({ episode }) => episode.steps.map(({ action }) => action)).sort(),
    tests: group
      .flatMap(rollout =>
        observerNotes(rollout).flatMap(step => (step.kind === 'tests' ? step.tests.map(({ text }) => text) : [])),
      )
      .sort(),
  })
  return passes
}

/** Who dies, and after how many deliveries since the last death. */
const deaths = fc.array(
  fc.record({
    actor: fc.constantFrom(
      ...[to, addresses.policy, addresses.observer, adapterName, addresses.environment(0), addresses.environment(1)],
    ),
    after: fc.nat(60),
  }),
  { maxLength: 6 },
)

/** Runs the loop, its messages and the news of deaths arriving as the scheduler has it. */
async function performed(
  scheduler: fc.Scheduler,
  dying: readonly { readonly actor: string; readonly after: number }[],
  scene: Scene,
  /** Whether dead actors are replaced before the loop is over. */
  replaced = true,
) {
  let contexts = 0
  let ticking = false
  const kit = await createKit<ToTrainer, Addressed>({
    actors: await players({
      scene,
      threads,
      contexts: count => (contexts = count),
      run: job => scheduler.schedule(Promise.resolve(runInMonty(job)), 'run'),
    }),
    edges: edgesOf(usualActors(threads)),
    posted: way => {
      void scheduler.schedule(Promise.resolve(), `${way.from} → ${way.to}`).then(() => {
        if (way.pending() > 0) way.deliver()
      })
    },
  })
  const roster = createRoster()
  const { inbox, send } = kit.system
  const place = { inbox, send, liveness: roster, recoveries: recoveriesOf(usualActors(threads)) }
  const client = createClient(place)
  const rollouts = createRollouts(place)
  const failures: Error[] = []
  const recover = createRecovery({ client, roster, fail: error => failures.push(error) })
  const news: SystemEvent[] = []
  kit.system.events.subscribe(event => {
    news.push(event)
    void scheduler.schedule(Promise.resolve(), 'news').then(() => recover(present(news.shift())))
  })

  const ends: (readonly unknown[])[] = []
  const over = loop(client, rollouts, scene).then(got => ends.push(got))
  over.catch((thrown: unknown) => failures.push(asError(thrown)))
  const left = [...dying]
  let since = 0
  for (let idle = 0; failures.length === 0 && idle < (ends.length > 0 ? 3 : 20);) {
    if (left[0] !== undefined && since >= left[0].after) {
      kit.kill(present(left.shift()).actor)
      since = 0
    }
    kit.deliveries()
    /* Nothing is restarted before its death is known. */
    if (kit.clock.next() !== null && news.length === 0 && !ticking && (replaced || ends.length > 0)) {
      ticking = true
      void scheduler.schedule(Promise.resolve(), 'tick').then(() => {
        ticking = false
        const due = kit.clock.next()
        if (due !== null && news.length === 0) kit.clock.advanceTo(due)
      })
    }
    if (scheduler.count() > 0) {
      await scheduler.waitNext(1)
      since += 1
      idle = 0
    } else {
      idle += 1
      await kit.untilIdle()
    }
    await kit.tick()
  }
  const died = kit.events.filter(({ kind }) => kind === 'died').length
  const told = [...failures]
  client.close()
  rollouts.fail(new Error('over'))
  return { got: ends[0], failures: told, died, contexts }
}

for (const scene of [coloursScene, formulasScene]) {
  test(`no interleaving of deliveries, deaths and restarts loses, doubles or reorders anything, and nothing is left behind: ${scene.protocol}`, async t => {
    const sample = { schedule: nth(fc.sample(fc.scheduler(), 1), 0) }
    const unbroken = await performed(sample.schedule, [], scene)
    t.deepEqual(unbroken.failures, [])
    t.is(unbroken.contexts, 0)
    let died = 0
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), deaths, async (scheduler, dying) => {
        const broken = await performed(scheduler, dying, scene)
        died += broken.died
        t.deepEqual(broken.failures, [])
        t.deepEqual(broken.got, unbroken.got)
        t.is(broken.contexts, 0, 'contexts that nobody needs')
      }),
      { numRuns: 60 },
    )
    t.true(died > 60, `only ${died} deaths`)
  })

  test(`one environment of two that stays dead stops nothing: the other one plays and tries everything: ${scene.protocol}`, async t => {
    const unbroken = await performed(nth(fc.sample(fc.scheduler(), 1), 0), [], scene)
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.nat(threads - 1), fc.nat(80), async (scheduler, index, after) => {
        const broken = await performed(scheduler, [{ actor: addresses.environment(index), after }], scene, false)
        t.is(broken.died, 1)
        t.deepEqual(broken.failures, [])
        t.deepEqual(broken.got, unbroken.got)
        t.is(broken.contexts, 0, 'contexts that nobody needs')
      }),
      { numRuns: 30 },
    )
  })
}
