/** Everything that crosses a session, besides its own frames. */
import type { ResourceLimits } from 'node:worker_threads'
import type { Inspection } from '../deployment/inspection.ts'
import type { Death } from '../errors/death.ts'
import type { BoardOptions } from '../wires/link-options.ts'
import type { Frame } from '../wires/wire.ts'
import type { Packages } from './packages.ts'

/** Of one port of an actor: what it sends, and that it is closed. */
export type ChannelMessage =
  | { readonly kind: 'frame'; readonly channel: number; readonly frame: Frame }
  | { readonly kind: 'close'; readonly channel: number }

/** An actor to be started. */
export interface Launch {
  readonly kind: 'launch'
  /** Names this life of the actor in the session. */
  readonly life: number
  readonly name: string
  /** @see packageNamesIn */
  readonly module: string
  readonly options: unknown
  readonly packages: Packages
  /** By the address at the other end, the number of its channel. */
  readonly channels: Readonly<Record<string, number>>
  readonly link: BoardOptions
  readonly incarnation: number
  /** The run's clock when this was sent: the actor's own is made to agree with it. */
  readonly nowMs: number
  readonly limits: { readonly startMs?: number; readonly hangMs?: number; readonly resourceLimits?: ResourceLimits }
}

export type ToWorker =
  /** A place is asked for, for a life that is to be launched or released. `beyond`: also where all are taken. */
  | { readonly kind: 'reserve'; readonly life: number; readonly beyond: boolean }
  | { readonly kind: 'release'; readonly life: number }
  | Launch
  | { readonly kind: 'join'; readonly life: number; readonly peer: string; readonly channel: number }
  | { readonly kind: 'inspect'; readonly life: number; readonly id: number }
  | { readonly kind: 'stop'; readonly life: number; readonly deadlineMs: number }
  | ChannelMessage

export type ToRun =
  | { readonly kind: 'reserved'; readonly life: number }
  /** All places are taken, so many. */
  | { readonly kind: 'refused'; readonly life: number; readonly taken: number }
  | { readonly kind: 'ready'; readonly life: number }
  | { readonly kind: 'joined'; readonly life: number; readonly channel: number }
  /** `null`: it does not answer. */
  | { readonly kind: 'inspected'; readonly life: number; readonly id: number; readonly inspection: Inspection | null }
  /** The last of a life. */
  | { readonly kind: 'ended'; readonly life: number; readonly death: Death | null; readonly finished: boolean }
  /** The worker is to end: its actors are needed elsewhere. */
  | { readonly kind: 'leaving' }
  | ChannelMessage

type Fields = Readonly<Record<string, (value: unknown) => boolean>>

const isText = (value: unknown): boolean => typeof value === 'string'
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const has = (value: unknown, fields: Fields): boolean =>
  isRecord(value) && Object.entries(fields).every(([field, holds]) => holds(value[field]))

const isMessage = (value: unknown): boolean => has(value, { kind: isText, to: isText, from: isText })
const isFrame = (value: unknown): boolean =>
  Array.isArray(value) ? isCount(value[0]) && Array.isArray(value[1]) && value[1].every(isMessage) : isMessage(value)
const isDeath = (value: unknown): boolean =>
  value === null || has(value, { actor: isText, cause: isText, reason: isText, stack: isText, output: isText })
const isInspection = (value: unknown): boolean =>
  value === null || has(value, { name: isText, links: isRecord, memory: isRecord, tallies: isRecord })

const shapes: Readonly<Record<(ToWorker | ToRun)['kind'], Fields>> = {
  frame: { channel: isCount, frame: isFrame },
  close: { channel: isCount },
  reserve: { life: isCount, beyond: isFlag },
  release: { life: isCount },
  launch: { life: isCount, name: isText, module: isText, packages: isRecord, channels: isRecord, limits: isRecord },
  join: { life: isCount, peer: isText, channel: isCount },
  inspect: { life: isCount, id: isCount },
  stop: { life: isCount, deadlineMs: Number.isFinite },
  reserved: { life: isCount },
  refused: { life: isCount, taken: isCount },
  ready: { life: isCount },
  joined: { life: isCount, channel: isCount },
  inspected: { life: isCount, id: isCount, inspection: isInspection },
  ended: { life: isCount, death: isDeath, finished: isFlag },
  leaving: {},
}

/** @throws {TypeError} if it has not the shape of a message of a session. */
export function requireMessage(value: unknown): asserts value is ToWorker | ToRun {
  const kind = isRecord(value) ? String(value.kind) : typeof value
  const fields = Object.entries(shapes).find(([name]) => name === kind)?.[1]
  if (fields === undefined) throw new TypeError(`kind must be one of ${Object.keys(shapes).join(', ')}, got ${kind}`)
  if (!has(value, fields)) throw new TypeError(`${kind} must have ${Object.keys(fields).join(', ')}`)
}
