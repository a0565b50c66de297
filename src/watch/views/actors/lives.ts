/** Which actors there are, and which of them live. Pure. */
import type { ActorEvent, ActorLife, LinkRow } from '../../contract/actors.ts'

/**
 * @param links of all actors that talk to each other; without them only dead ones are known.
 * @param machines of the actors that are elsewhere; a pool has those of all its actors.
 * @param isRunning whether a process works for the run: without one no actor lives.
 * @returns by name.
 */
export function actorHistories(
  links: readonly LinkRow[],
  events: readonly ActorEvent[],
  { machines, isRunning }: { readonly machines: ReadonlyMap<string, string>; readonly isRunning: boolean },
): readonly ActorLife[] {
  const names = new Set([...links.flatMap(({ link }) => link.split(' → ')), ...events.map(({ actor }) => actor)])
  const on = (actor: string): string =>
    [
      ...new Set([...machines].filter(([name]) => name === actor || name.startsWith(`${actor}/`)).map(([, at]) => at)),
    ].join(', ')
  return [...names].sort().map(actor => {
    const own = events.filter(event => event.actor === actor)
    const deaths = own.filter(({ kind }) => kind === 'died')
    const isDead = own.at(-1)?.kind === 'died'
    return {
      actor,
      state: !isRunning ? 'ended' : isDead ? 'dead' : 'lives',
      machines: on(actor),
      deaths: deaths.length,
      lastDeath: deaths.at(-1)?.text ?? '',
    }
  })
}
