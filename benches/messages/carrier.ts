/** Ways to carry messages to another thread and back. */
import { wrap } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { MessageChannel, Worker } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { ActorSpec } from '../../src/runtime/deployment/actor-spec.ts'
import { createOnMachines } from '../../src/runtime/machines/create-on-machines.ts'
import type { AssembleOptions } from '../../src/runtime/system-interface.ts'
import { createSystem, type System } from '../../src/runtime/system.ts'
import type { Workers } from '../machines/workers.ts'
import type { Echo } from './comlink-worker.ts'
import type { Post } from './parcel.ts'

export interface Carrier {
  readonly name: string
  /** What comes back is told to `receive`. */
  readonly send: (post: Post) => void
  /** Who is told of what comes back from now on. */
  readonly onReceive: (receive: (post: Post) => void) => void
  /** Resolves when more may be sent: where nobody holds a sender back, at once. */
  readonly drained: () => Promise<void>
  /** Whether messages may be sent that nobody answers. */
  readonly oneWay: boolean
  readonly close: () => Promise<void>
}

const at = (file: string): URL => new URL(file, import.meta.url)

export function rawCarrier(): Carrier {
  const worker = new Worker(at('./raw-worker.js'))
  let receive: (post: Post) => void = () => {}
  worker.on('message', (post: Post) => receive(post))
  return {
    name: 'postMessage',
    send: post => worker.postMessage(post),
    onReceive: listener => (receive = listener),
    drained: async () => {},
    oneWay: true,
    close: async () => {
      await worker.terminate()
    },
  }
}

const peerSystem: AssembleOptions<ActorSpec> = {
  caller: 'bench',
  actors: [{ name: 'peer', module: at('./peer-actor.js'), supervision: { kind: 'restart' } }],
  link: { overflow: 'wait', bound: 1024 },
}

/** Ours: typed, supervised, with credits. */
export const streamCarrier = async (): Promise<Carrier> => carrierOf('streams', await createSystem(peerSystem))

/** The same with the actor in another process. */
export async function workerCarrier({ connect }: Pick<Workers, 'connect'>): Promise<Carrier> {
  const whereIs = () => ({ on: null })
  return carrierOf('NATS', await createOnMachines(peerSystem, { ...(await connect()), whereIs }))
}

function carrierOf(name: string, system: System<Post, Post>): Carrier {
  let receive: (post: Post) => void = () => {}
  system.inbox.subscribe(post => receive(post))
  return {
    name,
    send: system.send,
    onReceive: listener => (receive = listener),
    drained: system.drained,
    oneWay: true,
    close: () => system.stop(),
  }
}

/** What is called answers: one call a message, its promise the reply. */
const calling = (name: string, call: (post: Post) => Promise<Post>, close: () => Promise<void>): Carrier => {
  let receive: (post: Post) => void = () => {}
  return {
    name,
    send: post => void call(post).then(reply => receive(reply)),
    onReceive: listener => (receive = listener),
    drained: async () => {},
    oneWay: false,
    close,
  }
}

export function comlinkCarrier(): Carrier {
  const { port1, port2 } = new MessageChannel()
  const worker = new Worker(at('./comlink-worker.js'), { workerData: port2, transferList: [port2] })
  const remote = wrap<Echo>(nodeEndpoint(port1))
  return calling(
    'Comlink',
    post => remote.echo(post),
    async () => {
      port1.close()
      await worker.terminate()
    },
  )
}

export function piscinaCarrier(): Carrier {
  const pool = new Piscina<Post, Post>({ filename: at('./piscina-worker.js').href, minThreads: 1, maxThreads: 1 })
  return calling(
    'Piscina',
    post => pool.run(post),
    () => pool.destroy(),
  )
}
