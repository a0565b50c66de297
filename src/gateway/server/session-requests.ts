/** What is asked of sessions and turns: how they came out, what a person says of them, that they are forgotten. */
import { z } from 'zod'
import { jsonAnswer, type HttpAnswer } from '../../network/answer.ts'
import type { ReceivedRequest } from '../../network/received-request.ts'
import { RefusedRequest } from '../../network/refused-request.ts'
import { parsed } from '../../text/parsed.ts'
import type { KeptJournal } from '../journal.ts'
import { withoutSessions } from '../sessions/without-sessions.ts'
import type { Redaction } from '../sessions/redaction.ts'
import type { User, Users } from './users.ts'

const outcomeForm = z.strictObject({
  outcome: z.number().min(0).max(1),
  observation: z.string().nullable().default(null),
})
const verdictForm = z.strictObject({
  verdict: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  reason: z.string().max(2000).default(''),
})

interface SessionRequestsOptions {
  readonly users: Users
  readonly journal: KeptJournal
  readonly now: () => number
  readonly redaction: Pick<Redaction, 'name'>
  /** Goes on with a session no more. @returns whether it may go: no turn of it is being answered. */
  readonly forget: (session: string) => boolean
}

/** @returns `null` for any other request. */
export function sessionRequests({
  users,
  journal,
  now,
  redaction,
  forget,
}: SessionRequestsOptions): (request: ReceivedRequest) => Promise<HttpAnswer> | null {
  /* The gateway's own key is for all. */
  const scope = ({ headers }: ReceivedRequest): readonly User[] => {
    const user = users.of(headers)
    return user.name === null ? users.all : [user]
  }

  /** By its id, or by its name as the agent has it or as it is kept. */
  const sessionOf = (request: ReceivedRequest, given: string): string | undefined =>
    scope(request)
      .map(({ turns }) => turns.sessionOf(given) ?? turns.sessionOf(redaction.name(given) ?? given))
      .find(each => each !== null)

  async function end(given: string, request: ReceivedRequest): Promise<HttpAnswer> {
    const session = sessionOf(request, given)
    if (session === undefined) throw unknown('session', given)
    const { outcome, observation } = parsed('request', outcomeForm, JSON.parse(request.body.toString('utf8')))
    await journal.append({ kind: 'outcome', session, at: now(), outcome, observation, by: 'request' })
    return jsonAnswer({ session, outcome })
  }

  async function give(id: string, request: ReceivedRequest): Promise<HttpAnswer> {
    if (!scope(request).some(({ turns }) => turns.has(id))) throw unknown('turn', id)
    const said = parsed('request', verdictForm, JSON.parse(request.body.toString('utf8')))
    await journal.append({ kind: 'verdict', id, at: now(), ...said })
    return jsonAnswer({ turn: id, ...said })
  }

  /** One that is not at hand, but on disk, can be removed by the gateway's own key. */
  async function remove(given: string, request: ReceivedRequest): Promise<HttpAnswer> {
    const found = sessionOf(request, given)
    const session = found ?? given
    if (found === undefined && scope(request).length < users.all.length) throw unknown('session', given)
    if (!forget(session))
      throw new RefusedRequest(409, `a turn of session ${JSON.stringify(given)} is being answered: ask again then`)
    if (!(await journal.keep(withoutSessions(new Set([session]))))) throw unknown('session', given)
    return jsonAnswer({ session, deleted: true })
  }

  return request => {
    const [, kind, id = '', what = ''] = /^\/v1\/(sessions|turns)\/([^/]+)(?:\/(\w+))?$/.exec(request.path) ?? []
    const asked = `${request.method} ${kind ?? ''}/${what}`
    if (asked === 'POST sessions/outcome') return end(decodeURIComponent(id), request)
    if (asked === 'POST turns/verdict') return give(turnIn(decodeURIComponent(id)), request)
    if (asked === 'DELETE sessions/') return remove(decodeURIComponent(id), request)
    return null
  }
}

const unknown = (kind: string, given: string): RefusedRequest =>
  new RefusedRequest(404, `there is no ${kind} ${JSON.stringify(given)}`)

/** An answer is called by its dialect and then by its turn. */
const turnIn = (id: string): string => id.replace(/^(?:chatcmpl-|msg_|resp_)/, '')
