import { MessageChannel, type MessagePort } from 'node:worker_threads'

/** Two ports joined with each other. */
export function channel(): readonly [MessagePort, MessagePort] {
  const { port1, port2 } = new MessageChannel()
  return [port1, port2]
}
