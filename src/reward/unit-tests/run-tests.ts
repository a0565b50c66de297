/** Has the unit tests that were written for groups tried on the programs of those groups. */
import { addresses } from '../../contracts/addresses.ts'
import { recordedObserver, observerNotes, type InvalidNote, type Note } from '../../contracts/episode.ts'
import { FailedError } from '../../runtime/errors/failed-error.ts'
import { HangError } from '../../runtime/errors/hang-error.ts'
import type { TestRunner } from '../reward-model-kind.ts'
import type { TaskGroup } from '../../rollout/groups.ts'
import { programsOf, testsOf } from './written-tests.ts'
import { isRangeError } from '../../contracts/built-in-error.ts'

/**
 * All groups at once. The tests of a group that could not be tried become invalid steps, which train nothing; the
 * programs keep the results of the hidden tests.
 *
 * @returns the groups, in order, with what passes what.
 */
export const runTestsOfGroups = (client: TestRunner, groups: readonly TaskGroup[]): Promise<readonly TaskGroup[]> =>
  Promise.all(groups.map(group => examined(client, group)))

async function examined(client: TestRunner, group: TaskGroup): Promise<TaskGroup> {
  const { task, members } = group
  const tests = testsOf(group).map(({ text }) => text)
  if (tests.length === 0) return { task, members, passes: [] }
  try {
    const { passes } = await client.call({
      kind: 'run-tests',
      to: addresses.environments,
      task,
      programs: programsOf(group),
      tests,
    })
    return { task, members, passes }
  } catch (thrown) {
    if (!isOfTheCall(thrown)) throw thrown
    return untried(group, thrown.message)
  }
}

/** Whether this one examination went wrong, and not the run. */
const isOfTheCall = (thrown: unknown): thrown is Error =>
  thrown instanceof FailedError || thrown instanceof HangError || isRangeError(thrown)

function untried({ task, members }: TaskGroup, reason: string): TaskGroup {
  const invalid = (step: Note): Note =>
    step.kind === 'tests' ? invalidOf(step, `its tests could not be tried: ${reason}`) : step
  return {
    task,
    members: members.map(({ key, rollout }) => ({
      key,
      rollout: { ...rollout, notes: { ...rollout.notes, [recordedObserver]: observerNotes(rollout).map(invalid) } },
    })),
    passes: [],
  }
}

const invalidOf = ({ context }: Note, reason: string): InvalidNote => ({ kind: 'invalid', context, reason })
