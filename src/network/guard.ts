/**
 * Who may ask a server, and how; pure. A page of the web can have its readers' browsers send requests here, and by another name for this
 * machine (DNS rebinding) read the answers: browsers say in `Host` which name was called, in `Origin` and `Sec-Fetch-Site` which page asks.
 * Other programs send neither of the latter.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

export interface Guarded {
  /** Where the server listens. */
  readonly host: string
  readonly port: number
  /** Names besides addresses and `localhost` by which it may be called. */
  readonly names: readonly string[]
  /** Whether `Host` may leave the port out, as programs may that are no browsers. */
  readonly portOptional?: boolean
  /** That clients must send, as `X-API-Key` or `Authorization: Bearer`, or one of several; `null` for none. */
  readonly key: string | readonly string[] | null
  /** Path at which anybody may ask whether the server runs: probes of orchestrators have no key. */
  readonly liveness?: string | undefined
  /** Media types of bodies. */
  readonly types: readonly string[]
  readonly maxBodyBytes: number
}

interface Asking {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: IncomingHttpHeaders
}

export interface HttpRefusal {
  /** Of HTTP. */
  readonly status: number
  readonly reason: string
}

/** Why a request is not answered, decided before its body is read; `null` if it is. */
export function refusalOf(guarded: Guarded, asking: Asking): HttpRefusal | null {
  const { method = 'GET', url = '', headers } = asking
  const { host = '', origin } = headers
  if (!isOwn(guarded, host)) return refused(403, `Host must be an address or a name of this server, got ${shown(host)}`)
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`)
    return refused(403, `only pages of this server may ask, got Origin ${shown(origin)}`)
  if (isOfOtherSite(headers) && !(method === 'GET' && url === '/' && isNavigation(headers)))
    return refused(403, `only pages of this server may ask, got Sec-Fetch-Site ${shown(headers['sec-fetch-site'])}`)
  const isProbe = method === 'GET' && url === guarded.liveness
  if (guarded.key !== null && !isProbe && keyAmong(headers, [guarded.key].flat()) === null)
    return refused(401, 'the key is missing or wrong: send it as X-API-Key, or as Authorization: Bearer')
  if (!/^\/(?!\/)/.test(url)) return refused(400, `the address must be a path, got ${shown(url)}`)
  if (Number(headers['content-length'] ?? 0) > guarded.maxBodyBytes) return tooLong(guarded.maxBodyBytes)
  return refusalOfType(guarded.types, method, headers)
}

export const tooLong = (maxBytes: number): HttpRefusal =>
  refused(413, `a body must not have more than ${maxBytes} bytes`)

/** The media type of a body, without its parameters. */
export const typeOf = ({ 'content-type': type = '' }: IncomingHttpHeaders): string =>
  (type.split(';')[0] ?? '').trim().toLowerCase()

const refused = (status: number, reason: string): HttpRefusal => ({ status, reason })
const shown = (text: unknown): string => JSON.stringify(String(text).slice(0, 100))

/** An address cannot be rebound, so that one that listens to other machines answers to any. */
function isOwn({ host: bound, port, names, portOptional = false }: Guarded, host: string): boolean {
  const [, inBrackets, plain = '', own = portOptional ? String(port) : '80'] =
    /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::(\d+))?$/i.exec(host) ?? []
  const name = (inBrackets ?? plain).toLowerCase()
  if (name === '') return false
  if (names.some(each => each.toLowerCase() === name)) return true
  if (isLoopback(bound)) return isLoopback(name) && Number(own) === port
  return isLoopback(name) || isIP(name) !== 0 || name === bound.toLowerCase()
}

export const isLoopback = (name: string): boolean =>
  name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))

const isOfOtherSite = ({ 'sec-fetch-site': site = 'none' }: IncomingHttpHeaders): boolean =>
  site !== 'none' && site !== 'same-origin'

/** A link that is followed in a window: it shows the page and reads nothing. */
const isNavigation = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'

/** The key that was sent, if it is one of these. */
export function keyAmong(headers: IncomingHttpHeaders, keys: readonly string[]): string | null {
  const { authorization = '', 'x-api-key': sent = /^Bearer +(.*)$/i.exec(authorization)?.[1] ?? '' } = headers
  const found = digest(String(sent))
  return keys.find(key => timingSafeEqual(found, digest(key))) ?? null
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Forms of any page can send some types, and JSON is none of them. */
function refusalOfType(types: readonly string[], method: string, headers: IncomingHttpHeaders): HttpRefusal | null {
  if (method === 'GET' || method === 'HEAD') return null
  const type = typeOf(headers)
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  if (types.includes(type) || (isEmpty && type === '')) return null
  return refused(415, `Content-Type must be ${types.join(' or ') || 'absent, with no body'}, got ${shown(type)}`)
}
