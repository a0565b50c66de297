/**
 * A tester and a coder write a program together. In each turn the tester writes a test of what the program should do; the coder reads it,
 * with the result of its last program, and writes a program, which is run on the test and on hidden ones.
 * Source: AT-GRPO, arXiv 2510.11062: the coder is paid twice the share of the hidden tests that its program passes, once as the team's
 * reward, the tester for its test. Departures: the tester writes first, one test a turn; it is not paid for the current program, which is
 * the same for all compared tests.
 */
import type { ExecutionCheck, StepLabel, Transition } from '../../../src/contracts/worlds/environment.ts'
import type { Test } from '../../../src/contracts/worlds/job.ts'
import { labelOf, labelUnrun } from '../../coding/programs/label.ts'
import { jobOf } from '../../coding/programs/reference.ts'
import { unitTesting } from '../../coding/programs/unit-tests.ts'
import { arrow, describe } from '../../coding/prompts/wording.ts'
import { labelOfTest, rewardOfTest } from './telling.ts'
import type { CodeTeamTask } from './task.ts'

export const codeAgents = ['tester', 'coder'] as const

export interface CodeTeamState {
  readonly task: CodeTeamTask
  /** Turns of the coder so far. */
  readonly turn: number
  /** Whether the tester has written in this turn. */
  readonly isTested: boolean
  /** Its last test; `null` if that was none. */
  readonly test: Test | null
  /** The current program; `null` before the first. */
  readonly program: string | null
}

export const codeBegun = (task: CodeTeamTask): CodeTeamState => ({
  task,
  turn: 0,
  isTested: false,
  test: null,
  program: null,
})

export const codeAgentOf = ({ isTested }: CodeTeamState): (typeof codeAgents)[number] => (isTested ? 'coder' : 'tester')

/** @param passes whether the current program passes the test; `null` without a program or a test. */
export function codeObservation(state: CodeTeamState, passes: boolean | null): string {
  const { task, turn, isTested, test } = state
  const goal = turn === 0 ? ` ${describe(task.asked)}` : ''
  const does = passes === true ? 'passes it.' : 'fails it.'
  if (isTested) {
    const says = test === null ? 'nothing' : `${test.input} ${arrow} ${test.output}`
    return `Code:${goal} The tester says ${says}.${passes === null ? '' : ` Your program ${does}`}`
  }
  if (turn === 0) return `Test:${goal}`
  return passes === null ? 'Test: There was no test.' : `Test: The program ${does}`
}

/** What takes a run of the program has its observation, its success and its rewards from `codeCheck`. */
export function codePlayed(state: CodeTeamState, action: string): Transition<CodeTeamState> {
  const { task, turn, isTested, program } = state
  if (isTested) {
    const next = { ...state, program: action, turn: turn + 1, isTested: false }
    return { state: next, observation: '', won: false }
  }
  const test = unitTesting.parseTest(action)
  const next = { ...state, test, isTested: true }
  if (test !== null && program !== null) return { state: next, observation: '', won: false }
  const localReward = rewardOfTest(task.asked, test)
  return { state: next, observation: codeObservation(next, null), won: false, reward: 0, localReward }
}

/** The program on the hidden tests and the tester's; after the tester's turn, an existing program on its test alone. */
export function codeCheck(state: CodeTeamState): ExecutionCheck | null {
  const { task, test, isTested, program } = state
  if (program === null || (isTested && test === null)) return null
  const said = test === null ? [] : [test]
  return isTested ? checkOfTest(state, program, said) : checkOfProgram(task, { state, program, said })
}

function checkOfTest(state: CodeTeamState, program: string, said: readonly Test[]): ExecutionCheck {
  const { asked } = state.task
  return {
    job: jobOf(program, said),
    grade: results => ({
      observation: codeObservation(state, results[0]?.outcome === 'passed'),
      won: false,
      score: 0,
      label: labelOfTest(asked, state.test),
      reward: 0,
      localReward: rewardOfTest(asked, state.test),
    }),
  }
}

interface Written {
  readonly state: CodeTeamState
  readonly program: string
  readonly said: readonly Test[]
}

function checkOfProgram({ asked }: CodeTeamTask, { state, program, said }: Written): ExecutionCheck {
  const { tests } = asked
  return {
    job: jobOf(program, [...tests, ...said]),
    grade: results => {
      const score = results.slice(0, tests.length).filter(({ outcome }) => outcome === 'passed').length / tests.length
      const ofTest = results[tests.length]
      return {
        observation: codeObservation(state, ofTest === undefined ? null : ofTest.outcome === 'passed'),
        won: score === 1,
        score,
        label: labelOf(asked, program, score === 1),
        reward: score,
        localReward: score,
      }
    },
  }
}

/** Of a program without running it. */
export const labelInCode = ({ task: { asked }, isTested }: CodeTeamState, action: string): StepLabel =>
  isTested ? labelUnrun(asked, action) : labelOfTest(asked, unitTesting.parseTest(action))
