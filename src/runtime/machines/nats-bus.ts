/** NATS as a bus. Loaded when it is asked for: the client is an optional peer. */
import { readFile } from 'node:fs/promises'
import {
  connect,
  credsAuthenticator,
  nkeyAuthenticator,
  tokenAuthenticator,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node'
import type { Authenticator, NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node'
import { reasonOf } from '../../contracts/failure.ts'
import { Subject } from '../../streams/rxjs.ts'
import type { Bus } from './bus.ts'

export interface NatsBus extends Bus {
  readonly connection: NatsConnection
}

/** Of the process: where the credentials are, by the names that the command `nats` gives them. */
type Variables = Readonly<Record<string, string | undefined>>

/**
 * Connects, and keeps connecting again when the connection is lost.
 *
 * @param url e.g. `nats://127.0.0.1:4222`.
 * @throws {RangeError} if the server is beyond this machine and no credentials are named; {Error} if it cannot be reached.
 */
export async function connectNats(url: string, name: string, variables: Variables = process.env): Promise<NatsBus> {
  const { host, hostname, protocol } = parsed(url)
  const secured = await securedBy(url, variables)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (!isLocal && Object.keys(secured).length === 0)
    throw new RangeError(
      `${host} is beyond this machine, where anybody could start actors: name credentials in NATS_CREDS, NATS_NKEY, NATS_TOKEN, NATS_USER and NATS_PASSWORD, or NATS_CERT and NATS_KEY`,
    )
  const lost = new Subject<string>()
  let connected = true
  const connection = await connect({
    servers: `${protocol}//${host}`,
    name,
    ...secured,
    timeout: 5_000,
    pingInterval: 5_000,
    maxPingOut: 2,
    maxReconnectAttempts: -1,
    /* A server whose credentials are being changed may refuse ours for a while. */
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 500,
  }).catch((thrown: unknown) => {
    throw new Error(`no connection to NATS at ${host}: ${reasonOf(thrown)}`, { cause: thrown })
  })
  void follow(connection, isConnected => {
    if (connected && !isConnected) lost.next(`the connection to NATS at ${host} was lost`)
    connected = isConnected
  })

  return {
    connection,
    maxBytes: connection.info?.max_payload ?? 2 ** 20,
    publish: (subject, bytes) => {
      if (connected && !connection.isClosed()) connection.publish(subject, bytes)
    },
    subscribe: (subject, receive) => {
      const subscription = connection.subscribe(subject, {
        callback: (error, message) => {
          if (error === null) receive(message.data)
        },
      })
      return () => {
        if (!connection.isClosed()) subscription.unsubscribe()
      }
    },
    lost,
    close: async () => {
      if (connected && !connection.isClosed()) await connection.flush().catch(() => {})
      await connection.close()
    },
  }
}

async function follow(connection: NatsConnection, tell: (isConnected: boolean) => void): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === 'disconnect' || type === 'staleConnection' || type === 'close') tell(false)
    if (type === 'reconnect') tell(true)
  }
}

/** @throws {RangeError} if it is no URL of NATS. */
function parsed(url: string): URL {
  const found = URL.canParse(url) ? new URL(url) : null
  if (found === null || !['nats:', 'tls:', 'ws:', 'wss:'].includes(found.protocol) || found.host === '')
    throw new RangeError(
      `the URL of NATS must be as nats://127.0.0.1:4222, got ${found === null ? url : `${found.protocol}//${found.host}`}`,
    )
  return found
}

/** Credentials and TLS files as the variables name them, or the URL. */
async function securedBy(
  url: string,
  variables: Variables,
): Promise<Pick<NodeConnectionOptions, 'authenticator' | 'tls'>> {
  const { username, password } = parsed(url)
  const { NATS_CREDS, NATS_NKEY, NATS_TOKEN, NATS_CA, NATS_CERT, NATS_KEY } = variables
  const user = variables.NATS_USER ?? decodeURIComponent(username)
  const authenticators: Authenticator[] = []
  if (NATS_CREDS !== undefined) authenticators.push(credsAuthenticator(await readFile(NATS_CREDS)))
  if (NATS_NKEY !== undefined) authenticators.push(nkeyAuthenticator(await readFile(NATS_NKEY)))
  if (NATS_TOKEN !== undefined) authenticators.push(tokenAuthenticator(NATS_TOKEN))
  if (user !== '')
    authenticators.push(usernamePasswordAuthenticator(user, variables.NATS_PASSWORD ?? decodeURIComponent(password)))
  const tls = {
    ...(NATS_CA === undefined ? {} : { caFile: NATS_CA }),
    ...(NATS_CERT === undefined ? {} : { certFile: NATS_CERT }),
    ...(NATS_KEY === undefined ? {} : { keyFile: NATS_KEY }),
  }
  return {
    ...(authenticators.length === 0 ? {} : { authenticator: authenticators }),
    ...(Object.keys(tls).length === 0 ? {} : { tls }),
  }
}
