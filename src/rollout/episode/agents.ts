/** Which agents play a world, and that a request names them. Pure. */
import type { Player } from '../../contracts/messages/run.ts'
import type { World } from '../../contracts/worlds/world.ts'

/** The agent of a world that names none. */
export const soleAgent = 'policy'

/**
 * @param players by agent: of a request, or of all requests of a method.
 * @throws {RangeError} if they are not the agents that the world lists; where it lists none, each turn shows it.
 */
export function requirePlayers(
  { name, agents }: Pick<World, 'name' | 'agents'>,
  players: Readonly<Record<string, unknown>>,
): void {
  const given = Object.keys(players)
  if (agents === undefined || (given.length === agents.length && agents.every(agent => Object.hasOwn(players, agent))))
    return
  const wanted = agents.join(', ') || 'none: it is stepped by rows'
  throw new RangeError(`the players of ${name} must be ${wanted}, got ${given.join(', ') || 'none'}`)
}

/**
 * The player whose turn it is.
 *
 * @throws {RangeError} if the request names none for the agent, or the world lists no such agent.
 */
export function playerOf(
  { name, agents }: Pick<World, 'name' | 'agents'>,
  players: Readonly<Record<string, Player>>,
  agent: string,
): Player {
  const player = Object.hasOwn(players, agent) ? players[agent] : undefined
  if (player !== undefined) return player
  const wanted = `${name} gives a turn to ${agent}`
  if (agents !== undefined) throw new RangeError(`${wanted}, which is not among its agents ${agents.join(', ')}`)
  throw new RangeError(`${wanted}, and the request has only the players ${Object.keys(players).join(', ')}`)
}

/** Steps that an episode may take: a script that plays alone may end before the step limit does. */
export function turnLimit(players: Readonly<Record<string, Player>>, stepLimit: number): number {
  const [only, ...others] = Object.values(players)
  return only?.kind === 'script' && others.length === 0 ? Math.min(stepLimit, only.actions.length) : stepLimit
}

/** @throws {RangeError} if one of the scripts has no action. */
export function requireActions(players: Readonly<Record<string, Player>>): void {
  for (const player of Object.values(players))
    if (player.kind === 'script' && player.actions.length === 0)
      throw new RangeError('actions must be at least one, got 0')
}
