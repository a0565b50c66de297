/**
 * What a fresh actor must be sent so that it goes on where the one before it stood: everything that changed
 * it since it last told its whole state, and what it has not answered, in the order it was first sent. Pure.
 */
import type {
  RunTests,
  TestsRun,
  GpuReply,
  Proposed,
  StateReply,
  ToAdapter,
  ToGpu,
} from '../../../contracts/messages/run.ts'
import { unreachable } from '../../../contracts/unreachable.ts'

/** What may be sent to an actor with a state of its own, the gpu or the adapter, and what a world is asked outside an episode. */
export type Logged = Exclude<ToGpu, { readonly kind: 'sample' | 'release' }> | ToAdapter | RunTests

/** What such an actor answers. */
export type Answer = Exclude<GpuReply, { readonly kind: 'sampled' }> | Proposed | StateReply | TestsRun

export interface LogEntry {
  readonly message: Logged
  /** Whether its reply has come, or it has none. */
  readonly answered: boolean
}

/** In the order in which the messages were sent. */
export type MessageLog = readonly LogEntry[]

export const emptyLog: MessageLog = []

/** The log after one more message was sent. */
export const recorded = (log: MessageLog, message: Logged): MessageLog => [
  ...log,
  { message, answered: !('id' in message) },
]

/** The log after a reply: a call that changed nothing is forgotten, a whole state stands for all that led to it. */
export function afterAnswer(log: MessageLog, reply: Answer): MessageLog {
  const place = log.findIndex(({ message, answered }) => !answered && 'id' in message && message.id === reply.id)
  const asked = log[place]?.message
  if (asked === undefined) return log
  const base = baseOf(asked, reply)
  if (base !== null) return based(log, place, base)
  return reply.kind === 'failed' || effectOf(asked) === 'none'
    ? log.toSpliced(place, 1)
    : log.with(place, { message: asked, answered: true })
}

/** What has to be sent again, in this order. */
export const unsettled = (log: MessageLog): readonly Logged[] => log.map(({ message }) => message)

/** The log without a message that could not be sent. */
export const withdrawn = (log: MessageLog, unsent: Logged): MessageLog =>
  log.filter(({ message }) => message !== unsent)

/** Changes to a model since its state was last told. */
export const changesTo = (log: MessageLog, model: string): number =>
  log.filter(({ message }) => partOf(message) === model && effectOf(message) !== 'none').length

/** What a message does to its part of the actor's state; what is begun is not in the state that is told. */
function effectOf(message: Logged): 'none' | 'begun' | 'done' {
  switch (message.kind) {
    case 'forward-backward':
      return 'begun'
    case 'load':
    case 'optim-step':
    case 'proposal-outcome':
    case 'set-state':
      return 'done'
    case 'logprobs':
    case 'save':
    case 'get-usage':
    case 'adapt':
    case 'get-state':
    case 'run-tests':
      return 'none'
    default:
      return unreachable(message)
  }
}

/** Models have states of their own; the adapter has one. */
const partOf = (message: Logged): string | null => ('model' in message ? message.model : null)

/** The message that brings a fresh actor into the state that was told; `null` if none was. */
function baseOf(asked: Logged, reply: Answer): Logged | null {
  const { to, from } = asked
  if (asked.kind === 'save' && reply.kind === 'saved')
    return { kind: 'load', to, from, id: asked.id, model: asked.model, state: reply.state }
  if (reply.kind === 'state') return { kind: 'set-state', to, from, memory: reply.memory }
  return null
}

/** The call at `place` was answered by a whole state: `base` takes the place of what was done to it before. */
function based(log: MessageLog, place: number, base: Logged): MessageLog {
  const part = partOf(base)
  const before = log.slice(0, place).filter(({ message }) => partOf(message) === part)
  /* An unanswered call has to be answered from the state it was asked in. */
  if (before.some(({ answered }) => !answered)) return log.toSpliced(place, 1)
  const last = before.findLast(({ message }) => effectOf(message) === 'done')
  const since = last === undefined ? 0 : log.indexOf(last) + 1
  const told = log.slice(0, since).filter(({ message }) => partOf(message) !== part)
  return [...told, { message: base, answered: true }, ...log.slice(since).filter(entry => entry !== log[place])]
}
