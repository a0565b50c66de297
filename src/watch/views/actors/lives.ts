/** Which actors there are, and which of them live. Pure. */
import type { ActorEvent, ActorLife, LinkRow } from '../../contract/actors.ts'

/**
 * @param links of all actors that talk to each other; without them only dead ones are known.
 * @param isRunning whether a process works for the run: without one no actor lives.
 * @returns by name.
 */
export function actorHistories(
  links: readonly LinkRow[],
  events: readonly ActorEvent[],
  isRunning: boolean,
): readonly ActorLife[] {
  const names = new Set([...links.flatMap(({ link }) => link.split(' → ')), ...events.map(({ actor }) => actor)])
  return [...names].sort().map(actor => {
    const own = events.filter(event => event.actor === actor)
    const deaths = own.filter(({ kind }) => kind === 'died')
    const isDead = own.at(-1)?.kind === 'died'
    return {
      actor,
      state: !isRunning ? 'ended' : isDead ? 'dead' : 'lives',
      deaths: deaths.length,
      lastDeath: deaths.at(-1)?.text ?? '',
    }
  })
}
