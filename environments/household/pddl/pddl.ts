/**
 * Exchange with ALFWorld: a task as its `initial_state.pddl`, and its `game.tw-pddl` as a task.
 * Source: github.com/alfworld/alfworld, data/alfred.pddl (the domain) and gen/goal_library.py (the goals).
 * Departure: the sentence travels as a comment, since a problem file has no place for it; distances are left out,
 * since this game does not read them.
 */
import { z } from 'zod'
import { goalSentence } from '../play/goal.ts'
import { parseHouseholdTask } from '../tasks/parse.ts'
import { flatLists, readExpression, type Expression } from './pddl-text.ts'
import { affordances, allKinds, canContain, movableReceptacles, receptacleKinds } from '../tasks/tables.ts'
import type { Goal, GoalKind, HouseholdTask } from '../tasks/task.ts'
import { reasonOf } from '../../../src/contracts/failure.ts'

const sentenceMark = 'Your task is to: '

/** The task as a problem file for ALFWorld's domain. */
export function toProblem({ room, goal, sentence }: HouseholdTask): string {
  const { receptacles, things } = room
  const locations = new Set([room.start, ...receptacles.map(r => r.location), ...things.flatMap(t => t.location ?? [])])
  const thingKinds = [...new Set(things.map(({ kind }) => kind))]
  const placeKinds = [...new Set(receptacles.map(({ kind }) => kind))]
  const able = (fact: string, kinds: readonly string[]) =>
    things.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => `(${fact} ${id})`)
  const objects = [
    'agent1 - agent',
    ...thingKinds.map(kind => `${kind}Type - otype`),
    ...placeKinds.map(kind => `${kind}Type - rtype`),
    ...things.map(({ id }) => `${id} - object`),
    ...receptacles.map(({ id }) => `${id} - receptacle`),
    ...[...locations].map(location => `${location} - location`),
  ]
  const facts = [
    ...receptacles.map(({ id, kind }) => `(receptacleType ${id} ${kind}Type)`),
    ...things.map(({ id, kind }) => `(objectType ${id} ${kind}Type)`),
    ...placeKinds.flatMap(place =>
      thingKinds.filter(kind => canContain[place]?.includes(kind)).map(kind => `(canContain ${place}Type ${kind}Type)`),
    ),
    ...things.filter(({ pickupable }) => pickupable).map(({ id }) => `(pickupable ${id})`),
    ...able('isReceptacleObject', movableReceptacles),
    ...receptacles.filter(({ openable }) => openable).map(({ id }) => `(openable ${id})`),
    `(atLocation agent1 ${room.start})`,
    ...able('cleanable', affordances.cleanable),
    ...able('heatable', affordances.heatable),
    ...able('coolable', affordances.coolable),
    ...able('toggleable', affordances.toggleable),
    ...able('sliceable', affordances.sliceable),
    ...things.flatMap(thing => thing.receptacles.map(id => `(inReceptacle ${thing.id} ${id})`)),
    ...things.flatMap(thing => thing.inside.map(id => `(inReceptacleObject ${thing.id} ${id})`)),
    ...receptacles.map(({ id, location }) => `(receptacleAtLocation ${id} ${location})`),
    ...things.flatMap(({ id, location }) => (location === null ? [] : [`(objectAtLocation ${id} ${location})`])),
  ]
  return `; ${sentenceMark}${sentence}.
(define (problem plan_household)
    (:domain alfred)
    (:objects
        ${objects.join('\n        ')}
    )
    (:init
        ${facts.join('\n        ')}
    )
    (:goal ${goalCondition(goal)})
)
`
}

function goalCondition({ kind, thing, place }: Goal): string {
  const typed = (variable: string) => `(objectType ${variable} ${thing}Type)`
  const placed = (variable: string) => `(inReceptacle ${variable} ?r)`
  const there = `(receptacleType ?r ${place}Type)`
  const one = (...conditions: readonly string[]) =>
    `(exists (?r - receptacle) (exists (?o - object) (and ${[...conditions, typed('?o'), there, placed('?o')].join(' ')})))`
  switch (kind) {
    case 'pick_and_place_simple':
      return one()
    case 'pick_clean_then_place_in_recep':
      return one('(cleanable ?o)', '(isClean ?o)')
    case 'pick_heat_then_place_in_recep':
      return one('(heatable ?o)', '(isHot ?o)')
    case 'pick_cool_then_place_in_recep':
      return one('(coolable ?o)', '(isCool ?o)')
    case 'pick_two_obj_and_place':
      return `(exists (?r - receptacle) (exists (?o1 - object) (and ${typed('?o1')} ${there} ${placed('?o1')} (exists (?o2 - object) (and (not (= ?o1 ?o2)) ${typed('?o2')} ${placed('?o2')})))))`
    case 'look_at_obj_in_light':
      return `(exists (?ot - object ?r - receptacle ?a - agent ?l - location) (and (objectType ?ot ${place}Type) (toggleable ?ot) (isToggled ?ot) (inReceptacle ?ot ?r) (receptacleAtLocation ?r ?l) (atLocation ?a ?l) (exists (?o - object) (and ${typed('?o')} (holds ?a ?o)))))`
  }
}

const gameFile = z.object({ pddl_problem: z.string(), grammar: z.unknown().optional() })

/**
 * A task from the text of a `game.tw-pddl`, or of a bare problem file. Its sentence is the game's.
 * @throws {RangeError} naming the error in the file.
 */
export function fromGame(text: string, stepLimit: number): HouseholdTask {
  const bare = /^\s*[;(]/.test(text)
  const { pddl_problem: problem, grammar } = bare ? { pddl_problem: text, grammar: undefined } : readGame(text)
  const said = typeof grammar === 'string' ? grammar : JSON.stringify(grammar ?? '')
  return fromProblem(problem, stepLimit, sentenceIn(said) ?? sentenceIn(problem))
}

function readGame(text: string): z.infer<typeof gameFile> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new RangeError(`game.tw-pddl: must be JSON or a PDDL problem: ${reasonOf(error)}`, { cause: error })
  }
  const result = gameFile.safeParse(json)
  if (!result.success) throw new RangeError('game.tw-pddl: must have a text named pddl_problem')
  return result.data
}

function fromProblem(problem: string, stepLimit: number, sentence: string | null): HouseholdTask {
  const sections = readExpression(problem)
  const facts = flatLists(section(sections, ':init'))
  const about = (predicate: string, length: number) =>
    facts.filter(fact => fact[0]?.toLowerCase() === predicate.toLowerCase() && fact.length === length + 1)
  /** First argument → all second arguments of a predicate. */
  const pairs = (predicate: string) =>
    about(predicate, 2).reduce(
      (map, [, a = '', b = '']) => map.set(a, [...(map.get(a) ?? []), b]),
      new Map<string, readonly string[]>(),
    )
  const holds = (predicate: string) => new Set(about(predicate, 1).map(([, a = '']) => a))
  const [openable, pickupable] = [holds('openable'), holds('pickupable')]
  const [standing, lying, within, inside] = [
    pairs('receptacleAtLocation'),
    pairs('objectAtLocation'),
    pairs('inReceptacle'),
    pairs('inReceptacleObject'),
  ]
  const start = about('atLocation', 2)[0]?.[2]
  if (start === undefined) throw new RangeError('pddl_problem: must say where the agent is, (atLocation agent1 …)')
  const goal = readGoal(flatLists(section(sections, ':goal')))
  return parseHouseholdTask({
    room: {
      receptacles: [...pairs('receptacleType')].map(([id, [type = '']]) => {
        const location = standing.get(id)?.[0]
        if (location === undefined)
          throw new RangeError(`pddl_problem: must say where ${id} is, (receptacleAtLocation ${id} …)`)
        return { id, kind: kindOf(type), location, openable: openable.has(id) }
      }),
      things: [...pairs('objectType')].map(([id, [type = '']]) => ({
        id,
        kind: kindOf(type),
        pickupable: pickupable.has(id),
        receptacles: within.get(id) ?? [],
        inside: inside.get(id) ?? [],
        location: lying.get(id)?.[0] ?? null,
      })),
      start,
    },
    goal,
    sentence: sentence ?? goalSentence(goal, 0),
    stepLimit,
  })
}

/** @throws {RangeError} if there is no such section. */
function section(sections: readonly Expression[], name: string): Expression {
  const found = sections.find(each => typeof each !== 'string' && each[0] === name)
  if (found === undefined) throw new RangeError(`pddl_problem: must have a section (${name} …)`)
  return found.slice(1)
}

/** The goal whose conditions these are. */
function readGoal(conditions: readonly (readonly string[])[]): Goal {
  const argument = (predicate: string, variable?: string) =>
    conditions.find(([name, first]) => name === predicate && (variable === undefined || first === variable))
  const has = (predicate: string) => argument(predicate) !== undefined
  const lamp = argument('isToggled')?.[1]
  const thing = conditions.find(([name, variable]) => name === 'objectType' && variable !== lamp)?.[2]
  const place = lamp === undefined ? argument('receptacleType')?.[2] : argument('objectType', lamp)?.[2]
  if (thing === undefined || place === undefined)
    throw new RangeError('pddl_problem: the goal must name a kind of object, and a kind of receptacle or of lamp')
  const kind: GoalKind =
    lamp !== undefined
      ? 'look_at_obj_in_light'
      : has('isClean')
        ? 'pick_clean_then_place_in_recep'
        : has('isHot')
          ? 'pick_heat_then_place_in_recep'
          : has('isCool')
            ? 'pick_cool_then_place_in_recep'
            : conditions.filter(([name]) => name === 'inReceptacle').length > 1
              ? 'pick_two_obj_and_place'
              : 'pick_and_place_simple'
  if (has('isSliced')) throw new RangeError('pddl_problem: goals with sliced objects are not played here')
  return { kind, thing: kindOf(thing), place: kindOf(place) }
}

const kinds = new Map([...allKinds, ...receptacleKinds].map(kind => [kind.toLowerCase(), kind]))

/** `CabinetType` or `cabinettype` as `Cabinet`. */
function kindOf(type: string): string {
  const name = type.replace(/Type$/i, '')
  return kinds.get(name.toLowerCase()) ?? name
}

/** The text after `Your task is to:`, up to its full stop. */
const sentenceIn = (text: string): string | null =>
  new RegExp(`${sentenceMark}([^\\n"\\\\]*?)\\.?\\s*(?:["\\\\\\n]|$)`).exec(text)?.[1]?.trim() ?? null
