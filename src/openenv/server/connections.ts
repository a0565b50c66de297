/** The WebSockets of a server: each is one session, and answered in order. */
import type { RawData, WebSocket } from 'ws'
import { messageText } from '../wire/message-text.ts'
import { answerFrame, errorFrame, type FrameAnswer } from './answer-frame.ts'
import { answerRpcText } from './answer-rpc.ts'
import type { Capacity } from './capacity.ts'
import type { WorldSession } from './session.ts'

interface ConnectionLimits {
  /** A connection without a sign of life, asked for by pings, is taken for half open and ended after at most so many milliseconds. */
  readonly silenceMs: number
  /** After so many without a request a session ends. */
  readonly idleMs: number
  /** Requests of one connection that wait for an answer. */
  readonly waiting: number
}

interface Connections {
  /** A new client. @param path with its query. */
  readonly accept: (socket: WebSocket, path: string) => void
  /** Ends all sessions. */
  readonly close: () => Promise<void>
}

/** Codes of WebSocket: done, going away, against the rules. */
const [done, away, offence] = [1000, 1001, 1008]
/** Bytes that a client may leave unread. */
const maxUnread = 2 ** 24
/** Milliseconds for a client to answer a close. */
const closeMs = 2000

interface Client {
  readonly socket: WebSocket
  /** Whether the client was heard of since the last look. */
  heard: boolean
  /** Looks in a row at which nothing was heard. */
  silentLooks: number
  /** Looks since the last request. */
  idleLooks: number
  readonly leave: () => Promise<void>
}

/** Looks in the time by which a silent client is ended: the first that finds it silent comes up to one interval late. */
const looks = 4

export function createConnections(
  capacity: Capacity,
  openSession: () => WorldSession,
  { silenceMs, idleMs, waiting }: ConnectionLimits,
): Connections {
  const clients = new Set<Client>()
  const idleLooks = Math.ceil((idleMs * looks) / silenceMs)
  const look = setInterval(() => {
    for (const client of clients) {
      client.silentLooks = client.heard ? 0 : client.silentLooks + 1
      client.heard = false
      client.idleLooks += 1
      if (client.silentLooks >= looks - 1) client.socket.terminate()
      else if (client.idleLooks > idleLooks) bye(client.socket, away, 'no request for too long')
      else client.socket.ping()
    }
  }, silenceMs / looks)
  look.unref()

  /** Answers the frames of a socket one after the other. */
  const serve = (
    socket: WebSocket,
    leave: () => Promise<void>,
    answer: (text: string) => Promise<FrameAnswer>,
  ): void => {
    const client: Client = { socket, heard: true, silentLooks: 0, idleLooks: 0, leave }
    clients.add(client)
    let pending = 0
    let last: Promise<void> = Promise.resolve()
    const next = async (data: RawData): Promise<void> => {
      if (socket.readyState !== socket.OPEN) return
      const reply = await answer(messageText(data))
      pending -= 1
      if (reply === 'close') {
        bye(socket, done, '')
        return
      }
      socket.send(JSON.stringify(reply))
      if (socket.bufferedAmount > maxUnread) socket.terminate()
    }
    socket.on('message', data => {
      client.heard = true
      client.idleLooks = 0
      pending += 1
      if (pending > waiting) return bye(socket, offence, `more than ${waiting} requests under way`)
      last = last.then(() => next(data))
    })
    socket.on('pong', () => void (client.heard = true))
    socket.on('close', () => {
      clients.delete(client)
      void leave()
    })
  }

  return {
    accept: (socket, path) => {
      /* The error of a broken frame comes with the close that follows it. */
      socket.on('error', () => {})
      const url = new URL(path, 'ws://server')
      const refuse = (frame: FrameAnswer): void => {
        socket.send(JSON.stringify(frame))
        bye(socket, done, '')
      }
      const attached = url.searchParams.get('session_id')
      if (attached !== null && attached !== '')
        return refuse(errorFrame('SESSION_ERROR', `Unknown session: ${attached.slice(0, 100)}`))
      const leave = capacity.enter()
      if (leave === null)
        return refuse(
          errorFrame('CAPACITY_REACHED', capacity.refusal(), {
            active_sessions: capacity.active(),
            max_sessions: capacity.most,
          }),
        )
      if (url.pathname === '/mcp')
        return serve(
          socket,
          async () => leave(),
          async text => answerRpcText(text),
        )
      const session = openSession()
      const end = async (): Promise<void> => {
        await session.close()
        leave()
      }
      serve(socket, end, text => answerFrame(session, text))
    },
    close: async () => {
      clearInterval(look)
      const ending = [...clients].map(({ socket, leave }) => {
        bye(socket, away, 'the server ends')
        return leave()
      })
      await Promise.all(ending)
    },
  }
}

/** Closes, and ends the connection of a client that does not answer that. */
function bye(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason)
  const late = setTimeout(() => socket.terminate(), closeMs)
  late.unref()
  socket.once('close', () => clearTimeout(late))
}
