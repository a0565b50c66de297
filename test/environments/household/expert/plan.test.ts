/** The planner's costs are held equal to a search that knows nothing but the rules. */
import assert from 'node:assert/strict'
import test from 'ava'
import fc from 'fast-check'
import { admissibleCommands } from '../../../../environments/household/play/admissible.ts'
import { isWon } from '../../../../environments/household/play/goal.ts'
import { household } from '../../../../environments/household/index.ts'
import { plan } from '../../../../environments/household/expert/plan.ts'
import type { HouseholdState } from '../../../../environments/household/play/state.ts'
import { play } from '../../../../environments/household/play/step.ts'
import { randomFrom, rootKey } from '../../../../src/math/random.ts'
import { nth } from '../../../../src/math/nth.ts'

const world = household({ goals: ['place', 'light', 'clean', 'heat', 'cool', 'two'] })

test('a plan that knows everything is as short as the shortest way of all', t => {
  const episodes = fc.record({ seed: fc.nat(), choices: fc.array(fc.nat(), { maxLength: 12 }) })
  let longest = 0
  t.notThrows(() =>
    fc.assert(
      fc.property(episodes, ({ seed, choices }) => {
        const state = wander(seed, choices)
        const { missing, cost } = plan(state, 'move', () => true)
        if (missing > 0 || cost > 7) return
        longest = Math.max(longest, cost)
        assert.equal(shortestWay(state, cost), cost)
      }),
      { numRuns: 100 },
    ),
  )
  t.log(`up to ${longest} commands`)
})

test('each command of a plan makes it one shorter, whatever is known', t => {
  const episodes = fc.record({ seed: fc.nat(), choices: fc.array(fc.nat(), { maxLength: 20 }), hidden: fc.nat(11) })
  t.notThrows(() =>
    fc.assert(
      fc.property(episodes, ({ seed, choices, hidden }) => {
        let state = wander(seed, choices)
        const inHand = state.held
        const known = (thing: number) => thing !== hidden || thing === inHand
        let { missing, cost, next } = plan(state, 'move', known)
        while (next !== null) {
          state = play(state, next, 'move').state
          if (isWon(state)) return
          const after = plan(state, 'move', known)
          assert.deepEqual([after.missing, after.cost], [missing, cost - 1])
          ;({ missing, cost, next } = after)
        }
        assert.equal(cost, 0)
      }),
      { numRuns: 200 },
    ),
  )
})

/** Where random commands lead. */
function wander(seed: number, choices: readonly number[]): HouseholdState {
  const { state } = world.start(world.generate('train', randomFrom(rootKey(seed))))
  return choices.reduce((at, choice) => {
    const commands = admissibleCommands(at, 'move')
    return isWon(at) ? at : play(at, nth(commands, choice % commands.length), 'move').state
  }, state)
}

/** Breadth first, over all that is admissible and changes anything; `limit` + 1 if nothing that short wins. */
function shortestWay(start: HouseholdState, limit: number): number {
  const key = (state: HouseholdState) =>
    JSON.stringify([state.place, state.opened, state.contents, state.held, state.marks.map(bits => bits & 15)])
  const visited = new Set([key(start)])
  let frontier = [start]
  for (let depth = 0; depth <= limit; depth += 1) {
    if (frontier.some(isWon)) return depth
    const next: HouseholdState[] = []
    for (const state of frontier) {
      for (const command of admissibleCommands(state, 'move')) {
        if (/^(look|help|inventory|examine|close|slice)/.test(command)) continue
        const after = play(state, command, 'move').state
        const seen = key(after)
        if (visited.has(seen)) continue
        visited.add(seen)
        next.push(after)
      }
    }
    frontier = next
  }
  return limit + 1
}
