/** What each edit changes, what it leaves alone, and what it draws from. */
import test from 'ava'
import { editGoal, goalEdits } from '../../../../environments/household/edits/edit-goal.ts'
import { editRoom, roomEdits } from '../../../../environments/household/edits/edit-room.ts'
import { household } from '../../../../environments/household/index.ts'
import { goalNames, type GoalName } from '../../../../environments/household/generation/goal-names.ts'
import { maxNamedReceptacles, maxThings } from '../../../../environments/household/expert/language.ts'
import { isSameSide, possibleGoals } from '../../../../environments/household/generation/generate.ts'
import { goalSentence } from '../../../../environments/household/play/goal.ts'
import { receptacleId } from '../../../../environments/household/tasks/layout.ts'
import { canContain, openableKinds, usualObjects } from '../../../../environments/household/tasks/tables.ts'
import type { Goal, HouseholdTask, Thing } from '../../../../environments/household/tasks/task.ts'
import { derive, randomFrom, rootKey } from '../../../../src/math/random.ts'
import { lastOf } from '../../../../src/math/last-of.ts'
import { present } from '../../../fixtures/present.ts'
import { nth } from '../../../../src/math/nth.ts'

const sorts: readonly GoalName[] = ['place', 'light', 'clean', 'heat', 'cool', 'two']
const world = household({ receptacles: [4, 14], goals: sorts })
const hinted = (task: HouseholdTask, seed: number): HouseholdTask =>
  seed % 3 === 0 ? (world.edit(task, 'add-hint', randomFrom(rootKey(seed)))?.task ?? task) : task
const tasks = Array.from({ length: 90 }, (_, seed) =>
  hinted(world.generate(seed % 2 === 0 ? 'train' : 'unseen', randomFrom(rootKey(seed))), seed),
)
const edited = (name: string) =>
  tasks.flatMap((before, seed) => {
    const edit = world.edit(before, name, randomFrom(derive(rootKey(seed), name)))
    return edit === null ? [] : [{ before, after: edit.task, reason: edit.reason }]
  })

/** Things of a kind that can be taken. */
const copies = ({ room }: HouseholdTask, kind: string): readonly Thing[] =>
  room.things.filter(thing => thing.kind === kind && thing.pickupable && thing.receptacles.length > 0)
const isClosed = ({ room }: HouseholdTask, id: string): boolean =>
  room.receptacles.some(each => each.id === id && each.openable)
const inSight = (task: HouseholdTask, kind: string): number =>
  copies(task, kind).filter(({ receptacles }) => receptacles.some(id => !isClosed(task, id))).length
const places = ({ room }: HouseholdTask, thing: string): number =>
  room.receptacles.filter(({ kind }) => canContain[kind]?.includes(thing)).length
const effort = ({ goal }: HouseholdTask): number =>
  goal.kind === goalNames.place ? 0 : goal.kind === goalNames.two ? 2 : 1
const destination = ({ goal }: HouseholdTask): number => Number(openableKinds.includes(goal.place))
const targets = (task: HouseholdTask): readonly Thing[] => copies(task, task.goal.thing)
const isHinted = ({ sentence }: HouseholdTask): number => Number(sentence.includes(', one is in '))
const others = ({ room, goal }: HouseholdTask): number => room.things.filter(({ kind }) => kind !== goal.thing).length

/** What grows or shrinks, by how much at least and at most. */
type Effect = readonly [name: string, measure: (task: HouseholdTask) => number, least: number, most: number]
const any = 1000
const effects: readonly Effect[] = [
  ['longer-goal', effort, 1, 1],
  ['shorter-goal', effort, -2, -1],
  ['rarer-thing', task => targets(task).length, -any, -1],
  ['commoner-thing', task => targets(task).length, 1, any],
  ['hidden-thing', task => inSight(task, task.goal.thing), -any, -1],
  ['visible-thing', task => inSight(task, task.goal.thing), 1, any],
  ['more-places', task => places(task, task.goal.thing), 1, any],
  ['fewer-places', task => places(task, task.goal.thing), -any, -1],
  ['closed-destination', destination, 1, 1],
  ['open-destination', destination, -1, -1],
  ['hide-target', task => inSight(task, task.goal.thing), -any, -1],
  ['show-target', task => inSight(task, task.goal.thing), 1, 1],
  ['add-copy', task => targets(task).length, 1, 1],
  ['remove-copy', task => targets(task).length, -1, -1],
  ['add-receptacle', ({ room }) => room.receptacles.length, 1, 1],
  ['remove-receptacle', ({ room }) => room.receptacles.length, -1, -1],
  ['add-distractor', others, 1, 1],
  ['remove-distractor', others, -1, -1],
  ['add-hint', isHinted, 1, 1],
  ['remove-hint', isHinted, -1, -1],
  ['paper-goal', () => 0, 0, 0],
]
for (const [name, measure, least, most] of effects) {
  test(`${name} does what its name says, often enough, and leaves the rest alone`, t => {
    const changes = edited(name)
    t.true(changes.length >= 3, `${changes.length} of ${tasks.length}`)
    for (const { before, after, reason } of changes) {
      const by = measure(after) - measure(before)
      t.true(by >= least && by <= most, `${reason} ${by}`)
      t.is(after.stepLimit, before.stepLimit)
      t.is(after.room.start, before.room.start)
      t.deepEqual(world.parseTask(JSON.parse(JSON.stringify(after))), after)
      if (!roomEdits.includes(name)) t.is(after.room, before.room)
      if (!goalEdits.includes(name)) t.is(after.goal, before.goal)
      if (!name.endsWith('receptacle')) t.is(after.room.receptacles, before.room.receptacles)
      if (!name.endsWith('-hint')) t.is(isHinted(after), isHinted(before))
      t.true(isSameSide(before.room.receptacles, after.room.receptacles))
    }
  })
}

test('every kind of edit is either harder or easier, and one is both', t => {
  const [harder, easier] = [world.editNames('harder'), world.editNames('easier')]
  t.deepEqual([...new Set([...harder, ...easier])].sort(), effects.map(([name]) => name).sort())
  t.deepEqual(
    harder.filter(name => easier.includes(name)),
    ['paper-goal'],
  )
})

/** The words of a task stay as they were: one of two wordings, with or without a hint. */
test('a sentence keeps its wording and says the goal that is scored', t => {
  for (const [name] of effects)
    for (const { before, after } of edited(name)) {
      const wordingOf = ({ sentence, goal }: HouseholdTask) =>
        ([0, 1] as const).filter(each => sentence.split(', one is in ')[0] === goalSentence(goal, each))
      t.deepEqual(wordingOf(after), wordingOf(before))
    }
})

test('a sentence that is not ours gets one of ours', t => {
  const seen = new Set<string>()
  for (let seed = 0; seed < 20; seed += 1) {
    const strange = { ...nth(tasks, 1), sentence: 'do as you like' }
    seen.add(present(world.edit(strange, 'add-distractor', randomFrom(rootKey(seed)))).task.sentence)
  }
  t.deepEqual([...seen].sort(), [goalSentence(nth(tasks, 1).goal, 0), goalSentence(nth(tasks, 1).goal, 1)].sort())
})

test('a hint comes where there is none, and goes where there is one', t => {
  for (const [seed, task] of tasks.entries()) {
    const edit = (name: string) => world.edit(task, name, randomFrom(rootKey(seed)))
    t.is(edit('add-hint') === null, isHinted(task) === 1)
    t.is(edit('remove-hint') === null, isHinted(task) === 0)
  }
})

test('the reason says whether a hint came or went', t => {
  for (const { reason } of edited('add-hint')) t.regex(reason, /^The task now says/)
  for (const { reason } of edited('remove-hint')) t.regex(reason, /^The task no longer says/)
})

test('no hint where nothing that is wanted can be found', t => {
  const task = nth(tasks, 1)
  const room = { ...task.room, things: task.room.things.filter(({ kind }) => kind !== task.goal.thing) }
  t.is(world.edit({ ...task, room }, 'add-hint', randomFrom(rootKey(1))), null)
})

/** All goals that can be asked for, and the edit that leads from one to the other. */
const fits: Readonly<Record<string, (task: HouseholdTask, other: Goal) => boolean>> = {
  'longer-goal': (task, other) =>
    samePair(task.goal, other) && effort({ ...task, goal: other }) === effort(task) + 1 && !isLight(task.goal, other),
  'shorter-goal': (task, other) =>
    samePair(task.goal, other) && other.kind === goalNames.place && task.goal.kind !== other.kind,
  'rarer-thing': (task, other) => differs(task, other, kind => copies(task, kind).length) < 0,
  'commoner-thing': (task, other) => differs(task, other, kind => copies(task, kind).length) > 0,
  'hidden-thing': (task, other) => differs(task, other, kind => inSight(task, kind)) < 0,
  'visible-thing': (task, other) => differs(task, other, kind => inSight(task, kind)) > 0,
  'more-places': (task, other) => differs(task, other, kind => places(task, kind)) > 0,
  'fewer-places': (task, other) => differs(task, other, kind => places(task, kind)) < 0,
  'closed-destination': (task, other) =>
    elsewhere(task, other) && !destination(task) && openableKinds.includes(other.place),
  'open-destination': (task, other) =>
    elsewhere(task, other) && destination(task) === 1 && !openableKinds.includes(other.place),
  'paper-goal': ({ goal }, other) => other.kind === goal.kind && !samePair(goal, other),
}
const isLight = (...goals: readonly Goal[]): boolean => goals.some(({ kind }) => kind === goalNames.light)
const samePair = (a: Goal, b: Goal): boolean => a.thing === b.thing && a.place === b.place
const elsewhere = ({ goal }: HouseholdTask, other: Goal): boolean =>
  other.kind === goal.kind && other.thing === goal.thing && other.place !== goal.place
const differs = ({ goal }: HouseholdTask, other: Goal, measure: (kind: string) => number): number =>
  other.kind === goal.kind && other.thing !== goal.thing && other.place === goal.place
    ? measure(other.thing) - measure(goal.thing)
    : 0

/** Draws the first, and keeps what it could have been. */
function watched() {
  const offered: unknown[][] = []
  const random = {
    ...randomFrom(rootKey(1)),
    pick: <T>(items: readonly T[]): T => {
      offered.push([...items])
      return nth(items, 0)
    },
  }
  return { random, offered }
}
const sortedText = (items: readonly unknown[]): readonly string[] => items.map(item => JSON.stringify(item)).sort()

/** The same rooms with things in two receptacles or in none, and a receptacle that nothing fits. */
const strange = (task: HouseholdTask): HouseholdTask => {
  const ids = task.room.receptacles.map(({ id }) => id)
  const things = task.room.things.map((thing, index) =>
    index % 3 === 0 ? { ...thing, receptacles: ids } : index % 3 === 1 ? { ...thing, receptacles: [] } : thing,
  )
  const hanger = { id: 'paintinghanger_bar_01', kind: 'PaintingHanger', location: 'loc_bar_hanger', openable: false }
  return { ...task, room: { ...task.room, things, receptacles: [...task.room.receptacles, hanger] } }
}

for (const name of goalEdits) {
  test(`${name} draws from all goals of that sort that the room can serve, and none other`, t => {
    for (const task of [...tasks, ...tasks.map(strange)]) {
      const { random, offered } = watched()
      const change = editGoal(task, name, random)
      const kinds = [...new Set(task.room.things.map(({ kind }) => kind))].filter(kind => copies(task, kind).length > 0)
      const wanted = sorts
        .flatMap(sort => possibleGoals(sort, kinds, task.room.receptacles))
        .filter(({ kind, thing }) => kind !== goalNames.two || copies(task, thing).length >= 2)
        .filter(other => present(fits[name])(task, other))
      t.deepEqual(sortedText(offered[0] ?? []), sortedText(wanted))
      t.is(change === null, wanted.length === 0)
      if (change === null) continue
      t.true(nth(offered, 0)[0] === change.task.goal)
      t.is(change.reason, change.reason.toLowerCase())
    }
  })
}

/** What each edit of the room could have brought or taken, by the first that it draws from. */
const isTarget = ({ goal }: HouseholdTask, thing: Thing): boolean => thing.kind === goal.thing
const holders = (task: HouseholdTask, kind: string) =>
  task.room.receptacles.filter(r => canContain[r.kind]?.includes(kind))
const count = (task: HouseholdTask, kind: string): number =>
  task.room.things.filter(thing => thing.kind === kind).length
const offers: Readonly<Record<string, (task: HouseholdTask) => readonly unknown[]>> = {
  'add-copy': task =>
    count(task, task.goal.thing) < maxThings
      ? holders(task, task.goal.thing)
          .filter(({ kind }) => kind !== task.goal.place)
          .map(receptacle => [task.goal.thing, receptacle])
      : [],
  'remove-copy': task => (targets(task).length > (task.goal.kind === goalNames.two ? 2 : 1) ? targets(task) : []),
  'add-distractor': task => {
    const present = new Set(task.room.things.map(({ kind }) => kind))
    const shared = (usual: readonly string[]): number => usual.filter(kind => present.has(kind)).length
    const rooms: readonly (readonly string[])[] = Object.values(usualObjects)
    const nearest = nth(
      rooms.filter(usual => rooms.every(other => shared(other) <= shared(usual))),
      0,
    )
    return nearest
      .filter(kind => kind !== task.goal.thing && count(task, kind) < maxThings)
      .flatMap(kind => holders(task, kind).map(receptacle => [kind, receptacle]))
  },
  'remove-distractor': task =>
    task.room.things.filter(
      thing => !isTarget(task, thing) && thing.kind !== task.goal.place && thing.receptacles.length > 0,
    ),
}
for (const [name, wanted] of Object.entries(offers)) {
  test(`${name} draws from all that is possible, and from nothing else`, t => {
    for (const task of [...tasks, ...tasks.map(strange)]) {
      const { random, offered } = watched()
      const change = editRoom(task, name, random)
      t.deepEqual(offered[0] ?? [], [...wanted(task)])
      t.is(change === null, wanted(task).length === 0)
    }
  })
}

test('what is added lies in one place, away from where it belongs, under the least number that is free', t => {
  for (const name of ['add-copy', 'add-distractor'])
    for (const { before, after } of edited(name)) {
      t.deepEqual(after.room.things.slice(0, -1), before.room.things)
      const { id, kind, receptacles, inside, location } = lastOf(after.room.things)
      const holder = nth(
        after.room.receptacles.filter(each => each.id === receptacles[0]),
        0,
      )
      t.is(receptacles.length, 1)
      t.deepEqual(inside, [])
      t.is(location, holder.location)
      t.true(canContain[holder.kind]?.includes(kind))
      t.is(kind === before.goal.thing, name === 'add-copy')
      if (name === 'add-copy') t.not(holder.kind, before.goal.place)
      const number = Number(id.slice(-2))
      t.true(number >= 1)
      t.false(before.room.things.some(other => other.id === id))
      for (let less = 1; less < number; less += 1)
        t.true(before.room.things.some(other => other.id === `${id.slice(0, -2)}0${less}`))
      t.true(count(after, kind) <= maxThings)
    }
})

test('what is removed is gone, and nothing is inside of it any more', t => {
  for (const name of ['remove-copy', 'remove-distractor'])
    for (const { before, after } of edited(name)) {
      const gone = before.room.things.filter(thing => !after.room.things.some(({ id }) => id === thing.id))
      t.is(gone.length, 1)
      t.is(nth(gone, 0).kind === before.goal.thing, name === 'remove-copy')
      const left = before.room.things.filter(thing => thing !== gone[0])
      t.deepEqual(
        after.room.things,
        left.map(thing => ({ ...thing, inside: thing.inside.filter(id => id !== nth(gone, 0).id) })),
      )
    }
})

test('what lay inside of a thing that goes lies there no more', t => {
  const [holder] = nth(tasks, 1).room.receptacles
  const thing = (kind: string, inside: readonly string[]): Thing => ({
    id: `${kind.toLowerCase()}_bar_01`,
    kind,
    pickupable: true,
    receptacles: [present(holder).id],
    inside,
    location: present(holder).location,
  })
  const room = { ...nth(tasks, 1).room, things: [thing('Bowl', []), thing('Fork', ['bowl_bar_01', 'pan_bar_01'])] }
  const { random } = watched()
  const change = editRoom(
    { ...nth(tasks, 1), room, goal: { ...nth(tasks, 1).goal, thing: 'Egg' } },
    'remove-distractor',
    random,
  )
  t.deepEqual(change?.task.room.things, [thing('Fork', ['pan_bar_01'])])
})

test('targets move behind doors or into sight, where they can lie and do not belong; all else stays', t => {
  for (const name of ['hide-target', 'show-target'])
    for (const { before, after } of edited(name)) {
      const hide = name === 'hide-target'
      if (hide) t.is(inSight(after, after.goal.thing), 0)
      const moved = after.room.things.filter((thing, index) => thing !== before.room.things[index])
      t.true(hide ? moved.length === inSight(before, before.goal.thing) : moved.length === 1)
      t.is(after.room.things.length, before.room.things.length)
      for (const { id, kind, receptacles, inside, location } of moved) {
        t.is(kind, before.goal.thing)
        t.deepEqual(inside, [])
        const to = nth(
          after.room.receptacles.filter(each => each.id === receptacles[0]),
          0,
        )
        t.deepEqual([receptacles.length, to.openable, to.location], [1, hide, location])
        t.not(to.kind, before.goal.place)
        t.true(canContain[to.kind]?.includes(kind))
        t.is(
          before.room.things.find(thing => thing.id === id)?.receptacles.some(each => isClosed(before, each)),
          !hide,
        )
      }
    }
})

test('targets move wherever there is one to move and a place for it', t => {
  for (const name of ['hide-target', 'show-target'])
    for (const task of [...tasks, ...tasks.map(strange)]) {
      const hide = name === 'hide-target'
      const goals = holders(task, task.goal.thing).filter(r => r.openable === hide && r.kind !== task.goal.place)
      const movable = targets(task).filter(({ receptacles }) => receptacles.some(id => isClosed(task, id) === !hide))
      const { random, offered } = watched()
      const change = editRoom(task, name, random)
      t.is(change === null, goals.length === 0 || movable.length === 0)
      if (change !== null) t.deepEqual(offered, hide ? movable.map(() => goals) : [[...movable], goals])
    }
})

test('a receptacle comes that could hold what is wanted, closed as its kind is, in the order of the ids', t => {
  for (const { before, after } of edited('add-receptacle')) {
    const [added] = after.room.receptacles.filter(({ id }) => !before.room.receptacles.some(each => each.id === id))
    t.true(canContain[present(added).kind]?.includes(before.goal.thing))
    t.not(present(added).kind, before.goal.place)
    t.is(present(added).openable, openableKinds.includes(present(added).kind))
    t.false(
      [...before.room.receptacles, ...before.room.things].some(({ location }) => location === present(added).location),
    )
    t.deepEqual(
      after.room.receptacles.map(({ id }) => id),
      after.room.receptacles.map(({ id }) => id).sort(),
    )
    t.is(after.room.things, before.room.things)
    t.true(
      after.room.receptacles.filter(({ kind }) => kind === present(added).kind).length <=
        maxNamedReceptacles(present(added).kind),
    )
  }
})

const addable = ['Cabinet', 'CounterTop', 'DiningTable', 'Drawer', 'GarbageCan', 'Shelf', 'SideTable']

/** A room with as many of one kind as there are names for, or one less. */
function crowded(task: HouseholdTask, kind: string, less: number): HouseholdTask {
  const most = maxNamedReceptacles(kind) - less
  const added = Array.from({ length: most }, (_, index) => {
    const id = receptacleId(kind, index + 1)
    return { id, kind, location: `loc_bar_${id}`, openable: openableKinds.includes(kind) }
  })
  const others = task.room.receptacles.filter(each => each.kind !== kind)
  return { ...task, room: { ...task.room, receptacles: [...others, ...added] } }
}

test('a receptacle comes of every kind that there is room and a name for', t => {
  const full = tasks.flatMap((task, seed) =>
    [0, 1].map(less => crowded(task, nth(addable, seed % addable.length), less)),
  )
  for (const task of [...tasks, ...full]) {
    const { random, offered } = watched()
    const change = editRoom(task, 'add-receptacle', random)
    const { receptacles } = task.room
    const possible = addable.flatMap(kind => {
      if (kind === task.goal.place || !present(canContain[kind]).includes(task.goal.thing)) return []
      if (receptacles.filter(each => each.kind === kind).length >= maxNamedReceptacles(kind)) return []
      const taken = new Set([...receptacles, ...task.room.things].map(({ id }) => id))
      let number = 1
      while (taken.has(receptacleId(kind, number))) number += 1
      const id = receptacleId(kind, number)
      const added = { id, kind, location: `loc_bar_${id}`, openable: openableKinds.includes(kind) }
      const after = [...receptacles, added].sort((one, other) => (one.id < other.id ? -1 : 1))
      return isSameSide(receptacles, after) ? [added] : []
    })
    t.deepEqual(offered[0] ?? [], possible)
    t.is(change === null, possible.length === 0)
  }
})

test('the reason says in words of the world what came, went or moved', t => {
  for (const name of roomEdits)
    for (const { reason } of edited(name)) t.is(reason.slice(1), reason.slice(1).toLowerCase())
})

test('where nothing but what is wanted lies, no distractor goes', t => {
  for (const task of tasks) {
    const things = task.room.things.filter(thing => isTarget(task, thing))
    t.is(editRoom({ ...task, room: { ...task.room, things } }, 'remove-distractor', randomFrom(rootKey(1))), null)
  }
})

test('a receptacle goes with what is in it, except for what is wanted or needed', t => {
  for (const { before, after } of edited('remove-receptacle')) {
    t.true(after.room.receptacles.length >= 4)
    const [gone] = before.room.receptacles.filter(each => !after.room.receptacles.includes(each))
    t.not(present(gone).kind, before.goal.place)
    t.false(['SinkBasin', 'Microwave', 'Fridge'].includes(present(gone).kind))
    const lost = before.room.things.filter(thing => !after.room.things.some(({ id }) => id === thing.id))
    t.deepEqual(
      lost,
      before.room.things.filter(({ receptacles }) => receptacles.includes(present(gone).id)),
    )
    for (const { kind } of lost) t.true(kind !== before.goal.thing && kind !== before.goal.place)
  }
})

test('a room keeps four receptacles, and every one that is needed', t => {
  for (const task of tasks) {
    const { random, offered } = watched()
    const change = editRoom(task, 'remove-receptacle', random)
    const { receptacles, things } = task.room
    const holds = (id: string) =>
      things.some(thing => thing.receptacles.includes(id) && (isTarget(task, thing) || thing.kind === task.goal.place))
    const removable = receptacles.filter(
      each =>
        receptacles.length > 4 &&
        !holds(each.id) &&
        each.kind !== task.goal.place &&
        !['SinkBasin', 'Microwave', 'Fridge'].includes(each.kind) &&
        isSameSide(
          receptacles,
          receptacles.filter(other => other !== each),
        ),
    )
    t.deepEqual(offered[0] ?? [], removable)
    t.is(change === null, removable.length === 0)
  }
})

test('an edit of another sort is refused by name', t => {
  const { random } = watched()
  t.throws(() => editGoal(nth(tasks, 0), 'add-copy', random), { instanceOf: RangeError, message: /add-copy/ })
  t.throws(() => editRoom(nth(tasks, 0), 'paper-goal', random), { instanceOf: RangeError, message: /paper-goal/ })
})
