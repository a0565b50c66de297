/** Ports of this process whose other ends are on another machine. */
import type { MessagePort } from 'node:worker_threads'
import type { Frame } from '../wires/wire.ts'
import type { ChannelMessage } from './messages.ts'

interface Channels {
  /** Passes on what comes from the port, and that it is closed. */
  readonly open: (channel: number, port: MessagePort) => void
  /** Gives the port what came for it; nothing for one that is closed. */
  readonly take: (message: ChannelMessage) => void
  /** Closes every port. */
  readonly close: () => void
}

export function createChannels(send: (message: ChannelMessage) => void): Channels {
  const ports = new Map<number, MessagePort>()
  return {
    open: (channel, port) => {
      ports.set(channel, port)
      port.on('message', (frame: Frame) => send({ kind: 'frame', channel, frame }))
      port.once('close', () => {
        if (ports.delete(channel)) send({ kind: 'close', channel })
      })
    },
    take: message => {
      const port = ports.get(message.channel)
      if (message.kind === 'frame') return port?.postMessage(message.frame)
      ports.delete(message.channel)
      port?.close()
    },
    close: () => {
      const all = [...ports.values()]
      ports.clear()
      for (const port of all) port.close()
    },
  }
}
