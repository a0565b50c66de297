import test, { type ExecutionContext } from 'ava'
import { EMPTY, lastValueFrom, mergeMap, take, tap, toArray } from 'rxjs'
import { rootKey } from '../../src/math/random.ts'
import { zip } from '../../src/math/zip.ts'
import { nth } from '../../src/math/nth.ts'
import { openLab, type LabOptions, type OpenLab } from '../../src/lab/open-lab.ts'
import type { LabPlayOptions } from '../../src/lab/play.ts'
import type { VoteAdvantages } from '../../src/lab/credit.ts'
import type { LabRollout } from '../../src/lab/votes.ts'
import type { Addressed } from '../../src/contracts/actor.ts'
import { grpoFormulation } from '../../src/methods/rlanything/formulation/shipped/episode-level.ts'
import { prepare } from '../../src/run/prepare.ts'
import { firstLetters } from '../fixtures/actors/first-letters.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { coloursModule, tinyConfig, tinyStarters } from '../run/tiny-run.ts'

async function opened(t: ExecutionContext, options: Partial<LabOptions> = {}): Promise<OpenLab> {
  const { environment: _, ...settings } = tinyConfig(await tinyStarters(await temporaryFolder(t)))
  const lab = await openLab({ world: coloursModule, settings, inThread: true, ...options })
  t.teardown(lab.close)
  return lab
}

/** In the order of their indices. */
async function played(lab: OpenLab, options: LabPlayOptions) {
  const all = await lastValueFrom(lab.play(options).pipe(toArray()))
  return all.sort((a, b) => a.index - b.index)
}

test('an episode depends on the seed and its index: not on how many are under way, nor on those abandoned before', async t => {
  const lab = await opened(t)
  const all = await played(lab, { count: 12, votes: 2 })
  t.is(all.length, 12)
  t.true(all.every(({ votes, episode }) => votes.length === episode.steps.length && votes.flat().length > 0))
  await lastValueFrom(lab.play({ count: 1000, votes: 2 }).pipe(take(2)))
  t.deepEqual(await played(lab, { count: 12, votes: 2, concurrency: 1 }), all)
  const other = await opened(t, { seed: 2 })
  t.notDeepEqual(await played(other, { count: 12, votes: 2 }), all)
})

test('a function plays in the calling thread as its module does in the place of the policy', async t => {
  const lab = await opened(t)
  const module = new URL('../fixtures/actors/first-letters.js', import.meta.url)
  const other = await opened(t, { actors: { policy: { module } } })
  const [here, there] = await Promise.all([
    played(lab, { count: 8, policy: firstLetters }),
    played(other, { count: 8 }),
  ])
  t.deepEqual(here, there)
  t.true(new Set(here.flatMap(({ episode }) => episode.steps.map(({ action }) => action))).size > 1)
})

test('whichever actor is replaced on the way, the episodes are the same', async t => {
  const lab = await opened(t)
  const all = await played(lab, { count: 30, votes: 1 })
  for (const actor of ['environment/0', 'policy', 'observer', 'gpu']) {
    const replaced: Promise<void>[] = []
    const onFirst = tap<LabRollout>(() => void (replaced[0] ??= lab.restart(actor)))
    const again = await lastValueFrom(lab.play({ count: 30, votes: 1, concurrency: 8 }).pipe(onFirst, toArray()))
    await Promise.all(replaced)
    t.deepEqual(
      again.sort((a, b) => a.index - b.index),
      all,
    )
  }
  await t.throwsAsync(lab.restart('nobody'), {
    instanceOf: RangeError,
    message: /actor must be one of gpu, .*got nobody/,
  })
})

test('groups of an iteration are always the same, and share their tasks', async t => {
  const lab = await opened(t)
  const groups = await lab.groups({ iteration: 2, tasks: 3, episodes: 2 })
  t.deepEqual(
    groups.map(group => group.length),
    [2, 2, 2],
  )
  t.true(groups.every(group => group.every(({ task }) => task === group[0]?.task)))
  t.deepEqual(await lab.groups({ iteration: 2, tasks: 3, episodes: 2 }), groups)
  t.notDeepEqual(await lab.groups({ iteration: 3, tasks: 3, episodes: 2 }), groups)
})

test('a step is trained on unless its advantage is null', async t => {
  const lab = await opened(t)
  const groups = await lab.groups({ iteration: 1 })
  const spans = async (advantages: Parameters<OpenLab['examples']>[1]) =>
    (await lab.examples(groups, advantages, { iteration: 1 })).flatMap(({ spans }) => spans.map(each => each.advantage))
  const steps = groups.flat().flatMap(({ episode }) => episode.steps)
  t.deepEqual(
    await spans(group => group.map(() => 2)),
    steps.map(() => 2),
  )
  t.deepEqual(await spans(group => group.map(() => null)), [])
  const first = await spans(group =>
    group.map(({ episode }) => episode.steps.map((_, step) => (step === 0 ? 1 : null))),
  )
  t.is(first.length, groups.flat().length)
  await t.throwsAsync(
    spans(() => [1]),
    { instanceOf: RangeError, message: 'advantages must give one entry an episode, 3, got 1' },
  )
  await t.throwsAsync(
    spans(group => group.map(() => NaN)),
    { instanceOf: RangeError, message: 'advantages of episode 0 must be finite numbers or null, got NaN' },
  )
})

test('the reward model is trained on one advantage a vote', async t => {
  const lab = await opened(t)
  const groups = await lab.groups({ iteration: 1, votes: 2 })
  const byVote = (advantage: number): VoteAdvantages => {
    return group => group.map(({ votes }) => votes.map(ofStep => (ofStep ?? []).map(() => advantage)))
  }
  const trained = (advantages: VoteAdvantages) => lab.trainRewardModel(groups, advantages, { iteration: 1 })
  const { samples } = await trained(byVote(1))
  t.is(samples, groups.flat().flatMap(({ votes }) => votes.flatMap(ofStep => ofStep ?? [])).length)
  const refused = (advantages: VoteAdvantages, message: string | RegExp) =>
    t.throwsAsync(trained(advantages), { instanceOf: RangeError, message })
  await refused(byVote(NaN), /^advantages of step 0 of episode 0 must be finite numbers or null, got NaN$/)
  await refused(() => [], 'advantages must give one entry an episode, 3, got 0')
  await refused(group => group.map(() => []), /^advantages of episode 0 must give one entry a step, \d+, got 0$/)
  await refused(
    group => group.map(({ votes }) => votes.map(() => [1])),
    'advantages of step 0 of episode 0 must give one entry a vote, 2, got 1',
  )
})

test('an episode that cannot be played is an error of the stream, or counted by its caller', async t => {
  const lab = await opened(t)
  const policy: LabPlayOptions['policy'] = ({ random }) => {
    if (random.uniform() < 0.3) throw new Error('no idea')
    return 'red'
  }
  await t.throwsAsync(played(lab, { count: 20, policy }), { message: /no idea/ })
  const invalid: string[] = []
  const onInvalid = (index: number, { message }: Error) => void invalid.push(`${index}: ${message}`)
  const valid = await played(lab, { count: 20, policy, onInvalid })
  t.is(valid.length + invalid.length, 20)
  t.true(invalid.length > 0 && invalid.every(each => each.endsWith('no idea')))
})

test('an actor that dies for good is an error of the stream and of nothing else, also where a function plays', async t => {
  const module = new URL('../fixtures/actors/mortal-environment.js', import.meta.url)
  const lab = await opened(t, { actors: { environment: { module } } })
  await t.throwsAsync(played(lab, { count: 2, policy: firstLetters }), {
    message: /environment\/\d died.*out of order/s,
  })
})

test('a tap gets a copy of each message of its kinds, between any two actors, and changes no episode', async t => {
  const alone = await played(await opened(t), { count: 6, votes: 1 })
  const module = new URL('../fixtures/actors/counting-tap.js', import.meta.url)
  const kinds = ['play', 'observed', 'acted', 'stepped', 'sampled', 'finished']
  const lab = await opened(t, { taps: { counter: { module, on: kinds } } })
  const seen: string[] = []
  const subscription = lab
    .tapped<Addressed & { readonly seen: readonly string[] }>('counter')
    .subscribe(({ seen: each }) => seen.push(each.map(part => part.replace(/\d+/, 'N')).join(' ')))
  t.deepEqual(await played(lab, { count: 6, votes: 1 }), alone)
  await lab.close()
  subscription.unsubscribe()
  const counted = (text: string): number => seen.filter(each => each === text).length
  const steps = alone.flatMap(({ episode }) => episode.steps).length
  t.is(counted('play trainer environment/N'), 6)
  t.is(counted('finished environment/N trainer'), 6)
  t.is(counted('observed environment/N policy'), steps)
  t.is(counted('acted policy environment/N'), steps)
  t.is(counted('stepped environment/N observer'), steps)
  t.is(counted('sampled gpu policy'), steps)
  t.throws(() => lab.tapped('other'), { instanceOf: RangeError, message: 'tap must be one of counter, got other' })
  const wrong = { taps: { counter: { module, on: 'finished' } } } as unknown as Partial<LabOptions>
  await t.throwsAsync(opened(t, wrong), { message: 'on of tap counter of openLab must be a list, got "finished"' })
})

test('a signal ends a stream with its reason, and the lab goes on', async t => {
  const lab = await opened(t)
  const controller = new AbortController()
  const stream = lab.play({ count: 1000, signal: controller.signal })
  const broken = lastValueFrom(stream.pipe(mergeMap(() => (controller.abort(new Error('enough')), EMPTY))))
  await t.throwsAsync(broken, { message: 'enough' })
  await t.throwsAsync(lastValueFrom(lab.play({ count: 1, signal: controller.signal })), { message: 'enough' })
  t.is((await played(lab, { count: 2 })).length, 2)
})

test('samples of a prompt depend on it alone, and have the log-probabilities of the text', async t => {
  const policy = (await opened(t)).model('policy')
  const tokens = Int32Array.of(3, 5, 4)
  const prompt = { tokens, maxTokens: 6, temperature: 1, key: rootKey(5) }
  const samples = await policy.sample({ ...prompt, count: 4 })
  const [alone, again] = await Promise.all([policy.sample(prompt), policy.sample({ ...prompt, count: 4 })])
  t.deepEqual(again, samples)
  t.deepEqual(alone, samples.slice(0, 1))
  t.true(new Set(samples.map(sample => sample.tokens.join())).size > 1)
  const texts = samples.map(sample => ({ tokens: Int32Array.of(...tokens, ...sample.tokens) }))
  for (const [sample, logprobs] of zip(samples, await policy.logprobs(texts)))
    for (const [drawn, scored] of zip([...sample.logprobs], [...logprobs.slice(tokens.length)]))
      t.true(Math.abs(drawn - scored) < 1e-5)
  t.is((await policy.sample({ tokens, maxTokens: 6, key: rootKey(5) })).length, 1)
})

test('a model can be saved, and a lab opened with it', async t => {
  const lab = await opened(t)
  const folder = `${await temporaryFolder(t)}/policy`
  const groups = await lab.groups({ iteration: 1 })
  const examples = await lab.examples(groups, group => group.map((_, index) => index - 1), { iteration: 1 })
  const policy = lab.model('policy')
  await policy.forwardBackward(examples, { kind: 'clipped' })
  await policy.optimStep({ learningRate: 1e-2 })
  const { sequence } = nth(examples, 0)
  const after = await policy.logprobs([sequence])
  await policy.save(folder)
  const other = await opened(t, { models: { policy: folder } })
  t.deepEqual(await other.model('policy').logprobs([sequence]), after)
})

test('a formulation is read once: as often as to prepare the run', async t => {
  const counted = () => {
    const reads: PropertyKey[] = []
    const get = (target: object, key: PropertyKey): unknown => {
      reads.push(key)
      return Reflect.get(target, key)
    }
    return { reads, formulation: new Proxy(grpoFormulation, { get }) }
  }
  const [alone, whole] = [counted(), counted()]
  await prepare(tinyConfig(await tinyStarters(await temporaryFolder(t))), alone.formulation)
  await opened(t, { formulation: whole.formulation })
  t.true(alone.reads.length > 0)
  t.deepEqual(whole.reads, alone.reads)
})

test('an actor that the run does not have is refused by its name', async t => {
  const module = new URL('../fixtures/actors/first-letters.js', import.meta.url)
  await t.throwsAsync(opened(t, { actors: { polcy: { module } } }), {
    instanceOf: RangeError,
    message: 'actors of this run are gpu, policy, observer, adapter, environment, got polcy; did you mean policy?',
  })
})

test('wrong options are refused by name, value and what is wanted', async t => {
  const world = coloursModule
  const refused = (options: object) => openLab(options as LabOptions)
  await t.throwsAsync(refused({ world: 'household', sed: 1 }), {
    instanceOf: RangeError,
    message: /^openLab takes no 'sed'; did you mean seed\?/,
  })
  await t.throwsAsync(refused({}), { instanceOf: RangeError, message: 'world of openLab must be text, got undefined' })
  await t.throwsAsync(refused({ world, seed: 'a' }), {
    message: 'seed of openLab must be a number or nothing, got "a"',
  })
  await t.throwsAsync(refused({ world, settings: { method: 'grpo', rewardModel: {} } }), { message: /rewardModel/ })
  const lab = await opened(t)
  const unknown = { count: 1, splits: 'seen' }
  t.throws(() => lab.play(unknown), {
    instanceOf: RangeError,
    message: /^play takes no 'splits'; did you mean split\? \(count, /,
  })
  const verbs = {
    trainPolicy: (given: { iteration: number }) => lab.trainPolicy([], () => [], given),
    trainRewardModel: (given: { iteration: number }) => lab.trainRewardModel([], () => [], given),
    adapt: (given: { iteration: number }) => lab.adapt([], given),
  }
  for (const [verb, call] of Object.entries(verbs)) {
    await t.throwsAsync(call({ iteration: 0 }), {
      instanceOf: RangeError,
      message: `iteration of ${verb} must be a positive integer, got 0`,
    })
    const misspelt = { iteration: 1, iterations: 2 }
    await t.throwsAsync(call(misspelt), {
      instanceOf: RangeError,
      message: new RegExp(`^${verb} takes no 'iterations'`),
    })
  }
  t.throws(() => lab.play({ count: 0 }), { message: 'count of play must be a positive integer or nothing, got 0' })
  const starters = { policy: (await tinyStarters(await temporaryFolder(t))).policy }
  const withoutVotes = await opened(t, { settings: { method: 'grpo', starters } })
  t.throws(() => withoutVotes.play({ count: 1, votes: 3 }), {
    message: 'votes must be left out, got 3: the method grpo has no reward model',
  })
  await t.throwsAsync(lab.groups({ iteration: 0 }), {
    instanceOf: RangeError,
    message: 'iteration of groups must be a positive integer, got 0',
  })
  await t.throwsAsync(lab.groups({ iteration: 1, episodes: -2 }), {
    message: /^episodes of groups must be .*, got -2$/,
  })
  const groups = await withoutVotes.groups({ iteration: 1 })
  const noRewardModel = { instanceOf: RangeError, message: /cannot be done: the method grpo has no reward model$/ }
  await t.throwsAsync(withoutVotes.adapt(groups, { iteration: 1 }), noRewardModel)
  await t.throwsAsync(withoutVotes.quality(groups), noRewardModel)
  await t.throwsAsync(
    withoutVotes.trainRewardModel(groups, () => [], { iteration: 1 }),
    noRewardModel,
  )
  await t.throwsAsync(lab.adapt([], { iteration: 1 }), { message: /adapt must follow groups/ })
  const [group = []] = await lab.groups({ iteration: 1 })
  await t.throwsAsync(lab.adapt([[...group]], { iteration: 1 }), { message: /must be one that groups has played/ })
})
