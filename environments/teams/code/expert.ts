/** The expert of either agent, and some actions. Pure. */
import { derive, randomFrom, rootKey, type Random } from '../../../src/math/random.ts'
import { programOf } from '../../coding/programs/program.ts'
import { unitTesting } from '../../coding/programs/unit-tests.ts'
import { nearMisses } from '../../coding/tasks/near-misses.ts'
import { arrow } from '../../coding/prompts/wording.ts'
import type { CodeTeamState } from './play.ts'
import { foundOut } from './telling.ts'

/** Tests that the expert thinks of before it chooses. */
const thoughtOf = 4

/** The reference program; or the test that finds out most of its near misses, with its working, another one in each turn. */
export const codeExpert = (state: CodeTeamState): string =>
  state.isTested ? programOf(state.task.asked) : bestTest(state)

/** The reference and its near misses; a right test and one that is mistaken. Sorted. */
export function someCode(state: CodeTeamState): readonly string[] {
  const { asked } = state.task
  const actions = state.isTested
    ? [asked, ...nearMisses(asked)].map(programOf)
    : [bestTest(state), unitTesting.mistakenTest?.(asked, chanceIn(state, 'mistaken')) ?? bestTest(state)]
  return [...new Set(actions)].sort()
}

/** The first hidden test, if no other is informative. */
function bestTest(state: CodeTeamState): string {
  const { asked } = state.task
  const chance = chanceIn(state, 'expert')
  const hidden = asked.tests.slice(0, 1).map(({ input, output }) => `${input} ${arrow} ${output}`)
  const texts = [...Array.from({ length: thoughtOf }, () => unitTesting.exampleTest(asked, chance)), ...hidden]
  const worth = (text: string): number => {
    const test = unitTesting.parseTest(text)
    return test === null ? 0 : (foundOut(asked, test) ?? 0)
  }
  return texts.reduce((best, text) => (worth(text) > worth(best) ? text : best))
}

/** Of the task, the turn and the use alone: the same state has the same expert. */
const chanceIn = ({ task: { asked }, turn }: CodeTeamState, use: string): Random =>
  randomFrom(derive(rootKey(0), 'code team', use, turn, JSON.stringify([asked.clauses, asked.output, asked.tests])))
