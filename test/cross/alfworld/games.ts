/** The games that both engines play: fresh tasks of every kind, and edited ones. */
import type { Direction, Split } from '../../../src/contracts/worlds/environment.ts'
import { household, type HouseholdTask } from '../../../environments/household/index.ts'
import { goalNames, type GoalName } from '../../../environments/household/generation/goal-names.ts'
import { derive, randomFrom, rootKey, type Random } from '../../../src/math/random.ts'
import { players, transcript, type HouseholdWorld, type PlayerName, type Transcript } from './play.ts'

export const sizes = ['small', 'full'] as const
export type Size = (typeof sizes)[number]

export interface Game {
  readonly name: string
  readonly size: Size
  readonly goal: GoalName
  readonly split: Split
  readonly player: PlayerName
  /** The last edit that made the task; `null` of a fresh one. */
  readonly edit: string | null
  readonly task: HouseholdTask
  readonly ours: Transcript
}

const splits: readonly Split[] = ['train', 'seen', 'unseen']
const goals = Object.keys(goalNames) as readonly GoalName[]
const directions: readonly Direction[] = ['harder', 'easier']
/** Edits of a task that is edited again and again, as tasks of a long run are. */
const chainLength = 6
const chains = 4
const maxDraws = 200

const worldOf = (size: Size, goal: GoalName): HouseholdWorld =>
  household({ receptacles: size === 'full' ? 'full' : [4, 5], goals: [goal] })

/** @param rounds how often small rooms are drawn anew: they are played fast. */
export function gamesOf(seed: number, rounds: number): readonly Game[] {
  return sizes.flatMap(size => {
    const plain = Array.from({ length: size === 'small' ? rounds : 1 }, (_, round) =>
      goals.flatMap(goal => splits.flatMap(split => freshGames(size, goal, split, derive(rootKey(seed), round)))),
    )
    const all = [...plain.flat(), ...editedGames(size, seed), ...chainedGames(size, seed)]
    /* A step in a full room takes the other engine 0.1 s, its beginning seconds. */
    return size === 'small' ? all : all.filter((_, index) => index % 2 === 0)
  })
}

function freshGames(size: Size, goal: GoalName, split: Split, key: ReturnType<typeof rootKey>): readonly Game[] {
  const world = worldOf(size, goal)
  return players.map(player => {
    const random = randomFrom(derive(key, 'game', size, goal, split, player))
    return gameOf({ size, goal, split, player, edit: null }, world, world.generate(split, random), random)
  })
}

/** A game for each kind of edit that some task of these rooms admits, in the split that edits are for. */
function editedGames(size: Size, seed: number): readonly Game[] {
  return directions.flatMap(direction =>
    worldOf(size, 'place')
      .editNames(direction)
      .flatMap((edit, index) => {
        const random = randomFrom(derive(rootKey(seed), 'edit', size, direction, edit))
        const found = editedTask(size, edit, random)
        if (found === null) return []
        const { world, goal, task } = found
        const player = players[index % players.length] ?? 'expert'
        return [gameOf({ size, goal, split: 'train', player, edit: `${direction}: ${edit}` }, world, task, random)]
      }),
  )
}

interface EditedTask {
  readonly world: HouseholdWorld
  readonly goal: GoalName
  readonly task: HouseholdTask
}

/** `null` if the edit applies to none of many tasks, a few random edits before it included. */
function editedTask(size: Size, edit: string, random: Random): EditedTask | null {
  for (let draw = 0; draw < maxDraws; draw += 1) {
    const goal = random.pick(goals)
    const world = worldOf(size, goal)
    let task = world.generate('train', random)
    for (let more = draw % 4; more > 0; more -= 1)
      task = changed(world, task, random.pick(world.editNames(random.pick(directions))), random) ?? task
    const edited = changed(world, task, edit, random)
    if (edited !== null) return { world, goal, task: edited }
  }
  return null
}

function changed(world: HouseholdWorld, task: HouseholdTask, edit: string, random: Random): HouseholdTask | null {
  const found = world.edit(task, edit, random)
  return found !== null && world.valid(found.task) ? found.task : null
}

function chainedGames(size: Size, seed: number): readonly Game[] {
  return Array.from({ length: chains }, (_, chain) => {
    const random = randomFrom(derive(rootKey(seed), 'chain', size, chain))
    const goal = random.pick(goals)
    const world = worldOf(size, goal)
    const direction: Direction = chain % 2 === 0 ? 'harder' : 'easier'
    let task = world.generate('train', random)
    for (let [made, draw] = [0, 0]; made < chainLength && draw < maxDraws; draw += 1) {
      const next = changed(world, task, random.pick(world.editNames(direction)), random)
      if (next === null) continue
      task = next
      made += 1
    }
    const edit = `${direction}: up to ${chainLength} edits, number ${chain}`
    return gameOf({ size, goal, split: 'train', player: 'mixed', edit }, world, task, random)
  })
}

function gameOf(
  about: Omit<Game, 'name' | 'task' | 'ours'>,
  world: HouseholdWorld,
  task: HouseholdTask,
  random: Random,
): Game {
  const { size, goal, split, player, edit } = about
  const name = [size, goal, split, player, ...(edit === null ? [] : [edit])].join(', ')
  return { ...about, name, task, ours: transcript(world, task, player, random) }
}
