/** What our world says of the commands of a player. */
import type { Environment } from '../../../src/contracts/worlds/environment.ts'
import type { HouseholdState, HouseholdTask } from '../../../environments/household/index.ts'
import type { Random } from '../../../src/math/random.ts'
import { nothingHappens } from '../../../environments/household/play/text.ts'
import { oddCommand } from './odd-commands.ts'

export type HouseholdWorld = Environment<HouseholdTask, HouseholdState>

/** The expert alone; the expert, led astray; and play at random. Two of them send commands that are not admissible. */
export const players = ['expert', 'mixed', 'random'] as const
export type PlayerName = (typeof players)[number]

/** What is compared of each step. */
export interface Turn {
  readonly text: string
  readonly admissible: readonly string[]
  readonly won: boolean
  readonly done: boolean
}

export interface Transcript {
  readonly commands: readonly string[]
  /** One more than commands: the first is the opening. */
  readonly turns: readonly Turn[]
  readonly refused: number
}

const longest: Readonly<Record<PlayerName, number>> = { expert: 100, mixed: 40, random: 20 }

export function transcript(world: HouseholdWorld, task: HouseholdTask, player: PlayerName, random: Random): Transcript {
  let { state, observation } = world.start(task)
  const turn = (text: string, won: boolean): Turn => ({ text, admissible: world.admissible(state), won, done: won })
  const commands: string[] = []
  const turns = [turn(observation, false)]
  while (commands.length < longest[player]) {
    const command = chosen(world, state, player, random)
    if (command === null) break
    const next = world.step(state, command)
    ;({ state, observation } = next)
    commands.push(command)
    turns.push(turn(observation, next.won))
    if (next.won) break
  }
  return { commands, turns, refused: turns.filter(({ text }) => text === nothingHappens).length }
}

function chosen(world: HouseholdWorld, state: HouseholdState, player: PlayerName, random: Random): string | null {
  const draw = random.uniform()
  if (player === 'expert' || (player === 'mixed' && draw < 0.65)) return world.expert(state)
  const admissible = world.admissible(state)
  return draw < 0.85 ? random.pick(admissible) : oddCommand(admissible, state.task, random)
}
