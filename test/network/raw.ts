/** Bytes over a socket, as no well-behaved client would send them. */
import { connect, type Socket } from 'node:net'

export interface Exchange {
  readonly socket: Socket
  /** Everything that came, once the connection is closed. */
  readonly answer: Promise<string>
  /** Resolves when something has come. */
  readonly heard: Promise<void>
}

export function exchange(url: string, text: string): Exchange {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  const heard = new Promise<void>(resolve => {
    socket.on('data', part => {
      answer += part.toString('latin1')
      resolve()
    })
  })
  /* A reset says the same as a close. */
  socket.on('error', () => {})
  if (text !== '') socket.write(text)
  return { socket, heard, answer: new Promise(resolve => socket.once('close', () => resolve(answer))) }
}

/** The status of an answer. */
export const statusOf = (answer: string): number => Number(answer.slice(9, 12))

/** The head of a request and what follows it. */
export function asked(url: string, line: string, headers: Readonly<Record<string, string>> = {}, body = ''): string {
  const all = { Host: new URL(url).host, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
