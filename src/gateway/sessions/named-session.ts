import type { AgentSession } from './session.ts'

/** A session by its id, or the last by the name that the agent has for it. @throws {RangeError} if there is none. */
export function namedSession(sessions: readonly AgentSession[], given: string): AgentSession {
  const found = sessions.find(({ id }) => id === given) ?? sessions.findLast(({ name }) => name === given)
  if (found === undefined) throw new RangeError(`there is no session ${JSON.stringify(given)}`)
  return found
}
