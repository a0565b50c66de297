/** The environment actor where the outcome of a step takes running a program. */
import test from 'ava'
import { Subject } from 'rxjs'
import environment from '../../actors/environment.ts'
import type { RunTests, Play, ToEnvironment } from '../../src/contracts/messages/run.ts'
import { FailedError } from '../../src/runtime/errors/failed-error.ts'
import type { Job, TestResult } from '../../src/contracts/worlds/job.ts'
import { runInMonty } from '../../src/sandbox/monty/run.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { tick } from '../../src/streams/tick.ts'
import { nth } from '../../src/math/nth.ts'
import { contextOf } from './exchange.ts'
import { acted, observing, playOf, routed } from './plays.ts'

const { href: module } = new URL('../../examples/formulas.js', import.meta.url)
const task = { times: 2, plus: 3 }
const play = (id: string, changes: Partial<Play> = {}): Play =>
  playOf(task)(id, { observers: { rewardModel: { ...observing, protocol: 'unit-tests' } }, ...changes })
const examine = (id: string, tests: readonly string[]): RunTests => ({
  ...routed,
  kind: 'run-tests',
  id,
  task,
  programs: ['n * 2 + 3', 'n'],
  tests,
})

/** A job that waits for the test to say how it ends. */
interface Pending {
  readonly job: Job
  readonly end: (results?: readonly TestResult[]) => Promise<void>
  readonly fail: (error: Error) => Promise<void>
}

/** An actor whose jobs end when the test says so. */
async function stage() {
  const jobs: Pending[] = []
  let closed = 0
  const sandbox: Sandbox = {
    run: job =>
      new Promise((resolve, reject) =>
        jobs.push({
          job,
          end: (results = runInMonty(job)) => (resolve(results), tick()),
          fail: error => (reject(error), tick()),
        }),
      ),
    close: () => Promise.resolve(void (closed += 1)),
  }
  const inbox = new Subject<ToEnvironment>()
  const actor = await environment({ module, options: {} }, () => sandbox)
  const out: { readonly kind: string; readonly to: string; readonly id: string }[] = []
  let ended = false
  actor(inbox, contextOf('environment/0')).subscribe({
    next: message => out.push(message),
    complete: () => (ended = true),
  })
  const say = (...messages: readonly ToEnvironment[]) => {
    for (const message of messages) inbox.next(message)
  }
  return { jobs, out, say, inbox, state: () => ({ closed, ended }) }
}
const kinds = (out: readonly { kind: string; id: string }[]) => out.map(({ kind, id }) => `${kind} ${id}`)

test('the reward model, who reads nothing of it, is told at once; else a step waits for what the examination concludes', async t => {
  const { jobs, out, say } = await stage()
  say(play('a'), acted('a', 'n * 2'))
  t.deepEqual(kinds(out), ['observed a', 'stepped a'])
  t.like(out[1], { step: 0, opening: 'The number times 2 plus 3.', action: 'n * 2', observation: '', last: true })
  t.is(jobs[0]?.job.program, 'n = int(input())\nprint(n * 2)')
  await nth(jobs, 0).end()
  t.deepEqual(kinds(out), ['observed a', 'stepped a', 'closed a', 'finished a'])
  const label = { good: false, reason: 'wrong at the start' }
  t.like(out[3], {
    episode: {
      won: false,
      score: 0,
      ending: 'truncated',
      steps: [{ observation: 'passes 0 of 4', label, version: 3 }],
    },
  })
})

test('the score is the share of tests that were passed', async t => {
  const { jobs, out, say } = await stage()
  say(play('a'), acted('a', '3 + n * n'), play('b'), acted('b', 'n + 3 + n'))
  for (const job of jobs) await job.end()
  t.like(out.at(-3), { kind: 'finished', id: 'a', episode: { won: false, score: 0.25, ending: 'truncated' } })
  t.like(out.at(-1), { kind: 'finished', id: 'b', episode: { won: true, score: 1, ending: 'terminal' } })
})

test('no episode waits for the program of another', async t => {
  const { jobs, out, say } = await stage()
  say(play('a'), acted('a', 'n'), play('b'), acted('b', 'n + 1'))
  await nth(jobs, 1).end()
  say(play('c'))
  t.deepEqual(kinds(out).slice(4), ['closed b', 'finished b', 'observed c'])
  await nth(jobs, 0).end()
  t.is(kinds(out).at(-1), 'finished a')
})

test('an episode that is given up while its program runs is forgotten, whatever comes of the program', async t => {
  const { jobs, out, say } = await stage()
  say(play('a'), play('b'), acted('a', 'n'), acted('b', 'n'))
  for (const id of ['a', 'b']) say({ ...routed, kind: 'abandon', id })
  const before = kinds(out)
  t.deepEqual(before.slice(4), ['closed a', 'closed a', 'closed b', 'closed b'])
  await nth(jobs, 0).end()
  await nth(jobs, 1).fail(new Error('out of threads'))
  t.deepEqual(kinds(out), before)
})

test('a sandbox that fails makes its episode invalid, never a loss', async t => {
  const { jobs, out, say } = await stage()
  say(play('a'), acted('a', 'n'), play('b'), acted('b', 'n'))
  const failure = { kind: 'crashed', actor: 'pool of work.js', reason: 'no result within 9 ms', stack: '' } as const
  await nth(jobs, 0).fail(new FailedError(failure))
  await nth(jobs, 1).end()
  t.deepEqual(kinds(out).slice(4), ['failed a', 'closed a', 'closed b', 'finished b'])
  t.like(out[4], { to: 'trainer', failure })
})

test('a script is examined as the policy is', async t => {
  const { jobs, out, say } = await stage()
  say(play('a', { players: { policy: { kind: 'script', actions: ['n * 2 + 3'] } } }))
  await nth(jobs, 0).end()
  t.deepEqual(kinds(out), ['stepped a', 'finished a'])
  t.like(out[1], { episode: { won: true, score: 1, steps: { length: 1 } } })
})

test('tests of the reward model are tried on programs of the policy, beside episodes under way', async t => {
  const { jobs, out, say } = await stage()
  say(examine('call/1', ['4 -> 11', 'none', '0 -> 0']), play('a'))
  t.deepEqual(kinds(out), ['observed a'])
  for (const job of jobs.toReversed()) await job.end()
  t.like(out[1], {
    kind: 'tests-run',
    to: 'trainer',
    from: 'environment/0',
    id: 'call/1',
    passes: [
      [true, false],
      [false, false],
      [false, true],
    ],
  })
})

test('an examination that breaks off says why', async t => {
  const { jobs, out, say } = await stage()
  say(examine('call/1', ['4 -> 11']), { ...examine('call/2', ['4 -> 11']), task: {} })
  await nth(jobs, 1).fail(new Error('out of threads'))
  await tick()
  const failures = Object.fromEntries(out.map(each => [each.id, 'failure' in each && each.failure]))
  t.like(failures['call/1'], { kind: 'crashed', reason: 'out of threads' })
  t.like(failures['call/2'], { kind: 'invalid', reason: 'times must be an integer from 1 to 5, got undefined' })
})

test('the sandbox is closed with the actor, which first says what its programs do', async t => {
  const { jobs, out, say, inbox, state } = await stage()
  say(play('a'), acted('a', 'n'))
  inbox.complete()
  t.deepEqual(state(), { closed: 0, ended: false })
  await nth(jobs, 0).end()
  t.is(kinds(out).at(-1), 'finished a')
  t.deepEqual(state(), { closed: 1, ended: true })
})
