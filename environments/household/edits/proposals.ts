/** Tasks that a language model proposes: another goal in the same room, as the paper's adapter does. */
import type { Random } from '../../../src/math/random.ts'
import type { TaskProposals } from '../../../src/contracts/worlds/task-proposals.ts'
import { nameAmong } from '../../../src/text/name-among.ts'
import { goalNames, type GoalName } from '../generation/goal-names.ts'
import { goalSentence } from '../play/goal.ts'
import { canContain, openableKinds } from '../tasks/tables.ts'
import type { Goal, HouseholdTask } from '../tasks/task.ts'

const names = Object.keys(goalNames) as readonly GoalName[]

export const householdProposals: TaskProposals<HouseholdTask> = {
  tell: task => {
    const { room, goal, sentence } = task
    const places = placesOf(task).map(kind => (openableKinds.includes(kind) ? `${kind} (closed)` : kind))
    const things = thingsOf(task).map(kind => `${kind} (${countOf(task, kind)})`)
    return [
      `The present task: ${sentence}`,
      JSON.stringify({ kind: nameOf(goal), thing: goal.thing, place: goal.place }),
      `Places in the room: ${places.join(', ')}`,
      `Things in the room, and how many: ${things.join(', ')}`,
      `The room has ${room.receptacles.length} places to look into.`,
    ].join('\n')
  },
  schema: task => ({
    type: 'object',
    properties: {
      kind: { enum: names },
      thing: { enum: thingsOf(task) },
      place: { enum: [...placesOf(task), 'DeskLamp'] },
    },
    required: ['kind', 'thing', 'place'],
    additionalProperties: false,
  }),
  apply: (task, proposal, random) => {
    const goal = goalIn(task, proposal)
    /* The same goal in other words is no other task. */
    const same = told(goal) === told(task.goal)
    return {
      task: same ? task : { ...task, goal, sentence: goalSentence(goal, wordingOf(random)) },
      name: 'model',
      reason: `A model changed ${told(task.goal)} into ${told(goal)}.`,
    }
  },
}

function goalIn(task: HouseholdTask, proposal: unknown): Goal {
  const found: Readonly<Record<string, unknown>> =
    typeof proposal === 'object' && proposal !== null ? { ...proposal } : {}
  const name = nameAmong('proposal.kind', names, found['kind'])
  const thing = nameAmong('proposal.thing', thingsOf(task), found['thing'])
  const place = nameAmong('proposal.place', name === 'light' ? ['DeskLamp'] : placesOf(task), found['place'])
  if (name !== 'light' && canContain[place]?.includes(thing) !== true)
    throw new RangeError(`proposal.place must be able to hold ${thing}, got ${place}`)
  return { kind: goalNames[name], thing, place }
}

const placesOf = ({ room }: HouseholdTask): readonly string[] =>
  [...new Set(room.receptacles.map(({ kind }) => kind))].sort()

/** Kinds that can be taken from somewhere. */
const thingsOf = ({ room }: HouseholdTask): readonly string[] =>
  [...new Set(room.things.filter(isTakeable).map(({ kind }) => kind))].sort()

const countOf = ({ room }: HouseholdTask, kind: string): number =>
  room.things.filter(thing => isTakeable(thing) && thing.kind === kind).length

const isTakeable = ({ pickupable, receptacles }: HouseholdTask['room']['things'][number]): boolean =>
  pickupable && receptacles.length > 0

const nameOf = ({ kind }: Goal): GoalName => names.find(name => goalNames[name] === kind) ?? 'place'
const told = (goal: Goal): string => `${nameOf(goal)} ${goal.thing.toLowerCase()} ${goal.place.toLowerCase()}`
const wordingOf = (random: Random): 0 | 1 => (random.integer(2) === 0 ? 0 : 1)
