/** A worker as a run sees it: one session, and the lives of actors in it. */
import { randomUUID } from 'node:crypto'
import type { MessagePort } from 'node:worker_threads'
import type { SchedulerLike } from 'rxjs'
import type { Inspection } from '../deployment/inspection.ts'
import type { Death } from '../errors/death.ts'
import { busSubjects, type Bus } from './bus.ts'
import { createChannels } from './channels.ts'
import { requireMessage, type ToRun, type ToWorker } from './messages.ts'
import type { Offer, PlacedActor } from './offer.ts'
import { openFrameSession } from './session.ts'

/** One life of an actor, and what is told of it. */
export interface RemoteLife extends PlacedActor {
  readonly ready: () => void
  readonly joined: (channel: number) => void
  readonly inspected: (id: number, inspection: Inspection | null) => void
  readonly ended: (death: Death | null, finished: boolean) => void
  /** It has died with its machine, or with the link to it. */
  readonly lost: (cause: 'machine-lost' | 'link-lost', reason: string) => void
}

export interface RemoteMachine {
  readonly worker: string
  /** Those of the run's actors that are there, or for which it has been asked, in the order in which they came. */
  readonly lives: () => readonly RemoteLife[]
  /**
   * Asks for a place.
   *
   * @param beyond the worker's places, if all are taken.
   * @returns the number of a new life; `null` if there is no place, or the session ended first, in which case nothing was lost.
   */
  readonly begin: (life: RemoteLife, beyond: boolean) => Promise<number | null>
  /** Gives back the place of a life that was not launched. */
  readonly forget: (life: number) => void
  /** @returns the number of the port's channel to the worker. */
  readonly open: (port: MessagePort) => number
  readonly send: (message: ToWorker) => void
  readonly close: () => void
}

interface MachineOptions {
  readonly bus: Bus
  readonly offer: Offer
  /** Names the run to the worker. */
  readonly run: string
  /** Called with how many places are taken, of a worker that has none left. */
  readonly refused: (taken: number) => void
  /** Called once, when its actors have been told. */
  readonly ended: () => void
  readonly scheduler: SchedulerLike
}

export function openMachine({ bus, offer, run, refused, ended, scheduler }: MachineOptions): RemoteMachine {
  const { worker, instance } = offer
  const id = randomUUID()
  const { toWorker, toRun } = busSubjects.session(id)
  const lives = new Map<number, RemoteLife>()
  /** Of those lives, the ones that have no place yet. */
  const asked = new Map<number, (isReserved: boolean) => void>()
  let [lastLife, lastChannel] = [0, 0]

  const lose = (cause: 'machine-lost' | 'link-lost', reason: string): void => {
    channels.close()
    for (const answer of [...asked.values()]) answer(false)
    const lost = [...lives.values()]
    lives.clear()
    for (const life of lost) life.lost(cause, `worker ${worker}: ${reason}`)
    ended()
  }
  const take = (message: ToRun): void => {
    if (message.kind === 'leaving') {
      session.close('it was asked to leave')
      return
    }
    if (message.kind === 'frame' || message.kind === 'close') return channels.take(message)
    const life = lives.get(message.life)
    if (life === undefined) return
    switch (message.kind) {
      case 'reserved':
        return asked.get(message.life)?.(true)
      case 'refused':
        refused(message.taken)
        return asked.get(message.life)?.(false)
      case 'ready':
        return life.ready()
      case 'joined':
        return life.joined(message.channel)
      case 'inspected':
        return life.inspected(message.id, message.inspection)
      case 'ended':
        lives.delete(message.life)
        return life.ended(message.death, message.finished)
    }
  }
  const session = openFrameSession<ToWorker>({
    bus,
    out: toWorker,
    into: toRun,
    waits: true,
    received: message => {
      requireMessage(message)
      take(message as ToRun)
    },
    ended: ({ cause, reason }) => lose(cause === 'link-lost' ? 'link-lost' : 'machine-lost', reason),
    scheduler,
  })
  const channels = createChannels(session.send)
  bus.publish(busSubjects.worker(instance), Buffer.from(JSON.stringify({ session: id, run })))

  return {
    worker,
    lives: () => [...lives.values()],
    begin: (life, beyond) => {
      lastLife += 1
      const number = lastLife
      lives.set(number, life)
      return new Promise(resolve => {
        asked.set(number, isReserved => {
          asked.delete(number)
          if (!isReserved) lives.delete(number)
          resolve(isReserved ? number : null)
        })
        session.send({ kind: 'reserve', life: number, beyond })
      })
    },
    forget: life => {
      if (lives.delete(life)) session.send({ kind: 'release', life })
    },
    open: port => {
      lastChannel += 1
      channels.open(lastChannel, port)
      return lastChannel
    },
    send: session.send,
    close: () => session.close('the run has ended'),
  }
}
