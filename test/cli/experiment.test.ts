/** The command `experiment`: what it asks for, shows and ends with. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { of } from 'rxjs'
import type { ExperimentEvent, ExperimentStatus, JobName } from '../../src/experiment/runner/events.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { commandLine } from './command-line.ts'

/** A plan in a file. @returns the file, and the folder of an experiment. */
async function planned(t: ExecutionContext): Promise<readonly [file: string, directory: string]> {
  const folder = await temporaryFolder(t)
  const file = join(folder, 'small.json')
  const plan = {
    title: 'Small',
    question: 'Which?',
    world: 'household',
    settings: { iterations: 7 },
    seeds: [1, 2],
    arms: { one: { about: 'the first' }, other: { about: 'the second', settings: { feedback: { lambda: 1 } } } },
    measures: ['success unseen 0.8'],
  }
  await writeFile(file, JSON.stringify(plan))
  return [file, join(folder, 'there')]
}

const job = (name: string): JobName => ({ makes: 'run', name, directory: `/nowhere/${name}` })
const status: ExperimentStatus = { directory: 'there', runs: [], starters: [] }
const ended = (failures: Extract<ExperimentEvent, { kind: 'finished' }>['failures']): ExperimentEvent => ({
  kind: 'finished',
  status,
  failures,
  reason: 'complete',
})

test('--dry-run lists the runs, seed by seed, and what there is of each; nothing is asked for', async t => {
  const [file, directory] = await planned(t)
  const { code, printed, asked } = await commandLine(['experiment', file, '--directory', directory, '--dry-run'])
  t.is(code, 0)
  t.deepEqual(asked, [])
  const runs = printed.split('\n').flatMap(line => /^(\w+-\d) +to be made +– of 7 +2$/.exec(line)?.[1] ?? [])
  t.deepEqual(runs, ['one-1', 'other-1', 'one-2', 'other-2'])
  t.true(printed.endsWith('0 of 4 runs are finished'))
  const some = await commandLine(['experiment', file, '--dry-run', '--arms', 'other', '--seeds', '2', '--jobs', '2'])
  t.regex(some.printed, /^experiment runs\/household-small\n/)
  t.regex(some.printed, /\nother-2 +to be made +– of 7 +1\n\n0 of 1 runs/)
})

test('a wait for workers without a server to find them at is refused, by every command that takes it', async t => {
  const [file, directory] = await planned(t)
  for (const command of [
    ['experiment', file],
    ['train', 'household'],
    ['resume', directory],
  ]) {
    const { code, errors, asked } = await commandLine([...command, '--nats-wait', '5'])
    t.is(code, 2)
    t.is(errors, 'error: --nats-wait must be left out without --nats, got 5')
    t.deepEqual(asked, [])
  }
})

test('each run is told of in plain lines, a line each tenth; one that fails makes the exit code 1', async t => {
  const [file, directory] = await planned(t)
  const [one, other] = [job('one-1'), job('other-1')]
  const progress = (done: number): ExperimentEvent => ({
    kind: 'progress',
    job: one,
    done,
    total: 40,
    remainingMs: 62_000,
  })
  const failures = [{ job: other, reason: 'no such model' }]
  const events: readonly ExperimentEvent[] = [
    { kind: 'planned', status },
    { kind: 'begun', job: one },
    ...[0, 1, 2, 3, 4, 5].map(progress),
    { kind: 'warning', job: one, text: 'look out' },
    { kind: 'begun', job: other },
    { kind: 'failed', job: other, reason: 'no such model' },
    { kind: 'ended', job: one, outcome: 'interrupted' },
    ended(failures),
  ]
  const args = ['experiment', file, '--directory', directory, '--jobs', '2', '--seeds', '1']
  const { code, printed, asked } = await commandLine(args, { experiment: of(...events) })
  t.is(code, 1)
  t.like(asked[0], { directory, jobs: 2, seeds: [1], plan: { title: 'Small', seeds: [1, 2] } })
  t.deepEqual(
    printed.split('\n').filter(line => line.startsWith('one-1: 4')),
    ['one-1: 4 of 40, 1:02 left'],
  )
  t.regex(
    printed,
    /^one-1: begun\none-1: 4 of 40.*\none-1: warning: look out\nother-1: begun\nother-1: failed: no such model$/m,
  )
  t.regex(printed, /^one-1: saved, not finished$/m)
  t.regex(printed, /failed:\n {2}other-1: no such model\nnothing has been measured in .*there yet$/)
  t.is((await commandLine(args, { experiment: of(ended([])) })).code, 0)
})

test('an interrupt is passed on, and the exit code is that of the signal', async t => {
  const [file, directory] = await planned(t)
  let send = (): void => {}
  const args = ['experiment', file, '--directory', directory]
  const outcome = commandLine(args, {
    experiment: of(ended([])),
    interrupt: give => {
      send = give
      send()
    },
  })
  const { code, errors, asked } = await outcome
  t.is(code, 130)
  t.regex(errors, /^Each run finishes its iteration, then saves/)
  t.true((asked[0] as { signal: AbortSignal }).signal.aborted)
})

test('what is wrong with a plan or an option is told, with exit code 2', async t => {
  const [file] = await planned(t)
  const refusals: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['/nowhere.json'], /^error: cannot read the plan \/nowhere\.json: /],
    [['README.md'], /^error: the plan README\.md is not JSON: /],
    [['package.json'], /^error: package\.json: the plan has \d+ problems:\n/],
    [[file, '--jobs', '0'], /--jobs must be an integer of at least 1, got 0/],
    [[file, '--seeds', '1,x'], /--seeds must be an integer of at least 0, got x/],
    [[file, '--arms', 'one,,other'], /--arms must be a list with commas, got one,,other/],
    [[file, '--dry-run', '--report'], /cannot be used with/],
    [[file, '--dry-run', '--arms', 'two'], /^error: arms must be of those of the plan \(one, other\), got "two"$/],
  ]
  for (const [args, message] of refusals) {
    const { code, errors } = await commandLine(['experiment', ...args])
    t.is(code, 2, args.join(' '))
    t.regex(errors, message)
  }
})
