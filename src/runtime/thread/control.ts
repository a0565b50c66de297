/** Requests of the spawning thread to its actor: rare calls, over Comlink on a separate port. */
import { expose, transfer, wrap, type Remote } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import type { MessagePort } from 'node:worker_threads'
import type { Inspection } from '../deployment/inspection.ts'

interface Control {
  readonly inspect: () => Inspection
  /** Ends the inbox; the actor finishes when its outbox ends. */
  readonly finish: () => void
  /** The port must be transferred. */
  readonly join: (peer: string, port: MessagePort) => void
}

export const serveControl = (control: Control, port: MessagePort): void => expose(control, nodeEndpoint(port))

export const remote = (port: MessagePort): Remote<Control> => wrap<Control>(nodeEndpoint(port))

/** Marks a port as given away with the call. */
export const given = (port: MessagePort): MessagePort => transfer(port, [port])
