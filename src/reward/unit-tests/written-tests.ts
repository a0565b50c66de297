/** The programs of a group, and the unit tests generated for it. Pure. */
import { observerNotes, type TestSample, type Rollout } from '../../contracts/episode.ts'
import { passShares } from './pass-shares.ts'
import type { PassShares } from '../../contracts/episode-feedback.ts'
import { rolloutsOf, type TaskGroup } from '../../rollout/groups.ts'

/** The program that an episode of one step ended with. */
const programOf = ({ episode }: Rollout): string => episode.steps.at(-1)?.action ?? ''

export const programsOf = (group: Pick<TaskGroup, 'members'>): readonly string[] => rolloutsOf(group).map(programOf)

/** [programs] whether each passes all hidden tests. */
export const correctOf = (group: Pick<TaskGroup, 'members'>): readonly boolean[] =>
  rolloutsOf(group).map(({ episode }) => episode.won)

/** [episodes][steps][tests], none for an invalid step. */
export const testsByStep = (group: Pick<TaskGroup, 'members'>): readonly (readonly (readonly TestSample[])[])[] =>
  rolloutsOf(group).map(rollout => observerNotes(rollout).map(step => (step.kind === 'tests' ? step.tests : [])))

/** Of all members, in order. */
export const testsOf = (group: Pick<TaskGroup, 'members'>): readonly TestSample[] => testsByStep(group).flat(2)

/** [episodes][steps][tests] each test's results on the group's programs; nothing of tests that were not tried. */
export function passSharesOf(group: TaskGroup): readonly (readonly (readonly PassShares[])[])[] {
  const correct = correctOf(group)
  const rows = [...(group.passes ?? [])]
  return testsByStep(group).map(steps =>
    steps.map(tests => rows.splice(0, tests.length).map(ofTest => passShares(correct, ofTest))),
  )
}
