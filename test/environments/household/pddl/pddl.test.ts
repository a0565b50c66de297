import assert from 'node:assert/strict'
import test from 'ava'
import fc from 'fast-check'
import { fromGame, household, toGame, toProblem } from '../../../../environments/household/index.ts'
import { randomFrom, rootKey } from '../../../../src/math/random.ts'
import { recordedGames, recordedTask } from '../recordings.ts'

const world = household({ goals: ['place', 'light', 'clean', 'heat', 'cool', 'two'] })
const full = household({ receptacles: 'full' })

test('a task comes back from its problem file as it went', t => {
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.nat(), fc.boolean(), (seed, big) => {
        const task = (big ? full : world).generate('train', randomFrom(rootKey(seed)))
        assert.deepEqual(fromGame(toProblem(task), task.stepLimit), task)
      }),
      { numRuns: 40 },
    ),
  )
})

test('recorded rooms come back as they went', t => {
  for (const { spec } of recordedGames()) {
    const task = recordedTask(spec)
    t.deepEqual(fromGame(toProblem(task), task.stepLimit), task)
  }
  t.pass()
})

/** In the form that ALFWorld writes. */
const game = {
  pddl_domain: '(define (domain alfred))',
  grammar: '"task": [ { "rhs": "Your task is to: heat some apple and put it in fridge." } ],',
  pddl_problem: `(define (problem plan_trial_T20190907_222640_543124)
    (:domain alfred)
    (:metric minimize (totalCost))
    (:objects agent1 - agent Apple - object AppleType - otype FridgeType - rtype
        Apple_bar__minus_00_dot_10 - object Fridge_bar_01 - receptacle Microwave_bar_01 - receptacle
        loc_bar_1 - location loc_bar_2 - location loc_bar_3 - location)
    (:init (= (totalCost) 0)
        (receptacleType Fridge_bar_01 FridgeType) (receptacleType Microwave_bar_01 MicrowaveType)
        (objectType Apple_bar__minus_00_dot_10 AppleType) (pickupable Apple_bar__minus_00_dot_10)
        (openable Fridge_bar_01) (openable Microwave_bar_01) (atLocation agent1 loc_bar_3)
        (inReceptacle Apple_bar__minus_00_dot_10 Microwave_bar_01)
        (= (distance loc_bar_1 loc_bar_2) 5)
        (receptacleAtLocation Fridge_bar_01 loc_bar_1) (receptacleAtLocation Microwave_bar_01 loc_bar_2))
    (:goal (and (exists (?r - receptacle) (exists (?o - object) (and (heatable ?o) (objectType ?o AppleType)
        (receptacleType ?r FridgeType) (isHot ?o) (inReceptacle ?o ?r)))) (forall (?re - receptacle) (not (opened ?re)))))
)`,
  walkthrough: ['go to microwave 1'],
}

test('a game of the original is played', t => {
  const task = fromGame(JSON.stringify(game), 40)
  t.deepEqual(task.goal, { kind: 'pick_heat_then_place_in_recep', thing: 'Apple', place: 'Fridge' })
  t.is(task.sentence, 'heat some apple and put it in fridge')
  t.true(world.valid(task))
  t.is(
    world.step(world.start(task).state, 'go to microwave 1').observation,
    'You arrive at microwave 1. The microwave 1 is closed.',
  )
})

const rules = { domain: '(define (domain alfred))', grammar: '"rhs": "Your task is to: UNKNOWN GOAL."' }

test('a task comes back from its game file as it went, with its hint', t => {
  const random = randomFrom(rootKey(5))
  for (const world of [household(), full]) {
    const task = world.generate('train', random)
    const hinted = world.edit(task, 'add-hint', random)?.task ?? t.fail()
    for (const each of [task, hinted]) {
      const text = toGame(each, rules, ['look'])
      t.like(JSON.parse(text), { pddl_domain: rules.domain, pddl_problem: toProblem(each), walkthrough: ['look'] })
      t.deepEqual(fromGame(text, each.stepLimit), each)
    }
  }
})

test('a grammar without a place for the task is refused', t => {
  const task = world.generate('train', randomFrom(rootKey(5)))
  t.throws(() => toGame(task, { ...rules, grammar: '{}' }), { instanceOf: RangeError, message: /UNKNOWN GOAL/ })
})

const broken: readonly (readonly [string, string, RegExp])[] = [
  ['no JSON', '{"pddl_problem": ', /^game\.tw-pddl: must be JSON/],
  ['no problem', '{}', /must have a text named pddl_problem/],
  ['cut off', game.pddl_problem.slice(0, -30), /lists are never closed/],
  ['closed too often', `${game.pddl_problem})`, /closes a list that was never opened/],
  ['no goal', '(define (:init (atLocation agent1 here)))', /must have a section \(:goal/],
  ['no agent', game.pddl_problem.replace('(atLocation agent1 loc_bar_3)', ''), /must say where the agent is/],
  [
    'a lost receptacle',
    game.pddl_problem.replace('(receptacleAtLocation Fridge_bar_01 loc_bar_1)', ''),
    /must say where Fridge_bar_01 is/,
  ],
  [
    'a lost object',
    game.pddl_problem.replace('00_dot_10 Microwave_bar_01)', '00_dot_10 Attic_bar_01)'),
    /must be in something of the room, got "Attic_bar_01"/,
  ],
  ['a strange goal', game.pddl_problem.replace('(objectType ?o AppleType)', ''), /goal must name a kind of object/],
]
for (const [what, text, message] of broken) {
  test(`a file is refused by name: ${what}`, t => {
    t.throws(() => fromGame(text, 40), { instanceOf: RangeError, message })
  })
}
