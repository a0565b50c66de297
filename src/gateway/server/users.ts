/** Those who may ask: each has sessions of its own, which others can neither go on with nor name, and limits. */
import type { IncomingHttpHeaders } from 'node:http'
import { keyAmong } from '../../network/guard.ts'
import type { GatewayKey } from '../limits/keys.ts'
import { createKeyLimiter, type Limiter } from '../limits/limiter.ts'
import type { JournalLine } from '../journal.ts'
import { createTurns, type GatewayTurns, type TurnsOptions } from './turns.ts'

export interface User {
  /** `null`: whoever has the gateway's own key. */
  readonly name: string | null
  readonly turns: GatewayTurns
  readonly admit: Limiter['admit']
}

export interface Users {
  readonly all: readonly User[]
  readonly of: (headers: IncomingHttpHeaders) => User
}

export function createUsers(keys: readonly GatewayKey[], { journal, lines, ...options }: TurnsOptions): Users {
  const user = (name: string | null, limits: GatewayKey['limits']): User => {
    const isOwn = (line: JournalLine): boolean => line.kind !== 'turn' || (line.user ?? null) === name
    const append = (line: JournalLine): Promise<boolean> =>
      journal.append(line.kind === 'turn' && name !== null ? { ...line, user: name } : line)
    const turns = createTurns({ ...options, lines: lines.filter(isOwn), journal: { ...journal, append } })
    return { name, turns, admit: createKeyLimiter(limits, options.now).admit }
  }
  const own = user(null, {})
  const named = keys.map(({ key, name, limits }) => [key, user(name, limits)] as const)
  return {
    all: [own, ...named.map(([, each]) => each)],
    of: headers => {
      const key = keyAmong(
        headers,
        named.map(([each]) => each),
      )
      return named.find(([each]) => each === key)?.[1] ?? own
    },
  }
}
