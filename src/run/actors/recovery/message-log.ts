/**
 * The messages by which a fresh actor reaches the state of the one before it: every change since its whole state was last
 * returned, and every request that is not answered, in the order in which they were first sent. Knows no actor. Pure.
 */
import type { ActorRecovery, LoggedMessage, ReplyMessage, StateChange } from '../../../contracts/actor-recovery.ts'

interface LogEntry {
  readonly message: LoggedMessage
  /** Whether its reply has come, or it has none. */
  readonly answered: boolean
  /** Whether it put a part of the state in place that outlives the actor: it is kept to say so, and not sent again. */
  readonly outlives: boolean
}

/** In the order in which the messages were sent. */
export type MessageLog = readonly LogEntry[]

export const emptyLog: MessageLog = []

/**
 * The log after one more message was sent: one that has no reply and changes nothing a fresh actor does not need.
 *
 * @throws {RangeError} if the actor's record does not name its kind.
 */
export function recorded(recovery: ActorRecovery, log: MessageLog, message: LoggedMessage): MessageLog {
  const hasNoReply = message.id === undefined
  return changeOf(recovery, message) === 'none' && hasNoReply ? log : [...log, entryOf(message, hasNoReply)]
}

const entryOf = (message: LoggedMessage, answered: boolean): LogEntry => ({ message, answered, outlives: false })

/**
 * The log after a reply: a call that changed nothing is dropped, and a whole state replaces all that led to it. Of a part that
 * outlives the actor all is dropped that was answered.
 */
export function afterAnswer(recovery: ActorRecovery, log: MessageLog, reply: ReplyMessage): MessageLog {
  const place = log.findIndex(({ message, answered }) => !answered && message.id === reply.id)
  const asked = log[place]?.message
  if (asked === undefined) return log
  const part = partOf(recovery, asked)
  if (saysOutlives(recovery, asked, reply)) {
    const rest = log.filter(({ message, answered }) => !answered || partOf(recovery, message) !== part)
    return rest.map(entry => (entry.message === asked ? { message: asked, answered: true, outlives: true } : entry))
  }
  const restoring = asked.kind === recovery.wholeState?.restoredBy
  if (!restoring && outlives(recovery, log, part)) return log.toSpliced(place, 1)
  const base = baseOf(recovery, asked, reply)
  if (base !== null) return based(recovery, log, place, base)
  return reply.kind === 'failed' || changeOf(recovery, asked) === 'none'
    ? log.toSpliced(place, 1)
    : log.with(place, entryOf(asked, true))
}

/** The messages to send again, in this order. */
export const pendingMessages = (log: MessageLog): readonly LoggedMessage[] =>
  log.flatMap(({ message, outlives }) => (outlives ? [] : [message]))

/** The log without a message that could not be sent, or that another actor was given. */
export const withdrawn = (log: MessageLog, unsent: LoggedMessage): MessageLog =>
  log.filter(({ message }) => message !== unsent)

/** Changes since the whole state was last returned of the part of the state that the message concerns. */
export function changesSince(recovery: ActorRecovery, log: MessageLog, message: object): number {
  const part = partOf(recovery, message)
  return log.filter(({ message: each }) => partOf(recovery, each) === part && changeOf(recovery, each) !== 'none')
    .length
}

/** The request for the whole state of the part that the message concerns. */
export const stateRequest = (
  { part, wholeState }: ActorRecovery,
  { to, ...message }: { readonly to: string },
): { readonly kind: string; readonly to: string } | null =>
  wholeState === null
    ? null
    : { kind: wholeState.askedBy, to, ...(part === null ? {} : { [part]: fieldOf(message, part) }) }

/** @throws {RangeError} if the record does not name the kind of message. */
export function changeOf(
  { changes }: ActorRecovery,
  { kind, to }: { readonly kind: string; readonly to: string },
): StateChange {
  const change = changes[kind]
  if (change === undefined) throw new RangeError(`the recovery record of ${to} names no message of kind ${kind}`)
  return change
}

/** The part of the actor's state that a message concerns; `null` where it has no parts. */
export const partOf = ({ part }: ActorRecovery, message: object): unknown =>
  part === null ? null : fieldOf(message, part)

function fieldOf(message: object, field: string): unknown {
  const value: unknown = Reflect.get(message, field)
  return value
}

/** Whether the reply says that the restored state outlives the actor. */
const saysOutlives = ({ wholeState }: ActorRecovery, asked: LoggedMessage, reply: ReplyMessage): boolean =>
  wholeState?.outlivesBy !== undefined &&
  wholeState.restoredBy === asked.kind &&
  fieldOf(reply, wholeState.outlivesBy) === true

/** Whether the part, as it was last put in place, outlives the actor. */
const outlives = (recovery: ActorRecovery, log: MessageLog, part: unknown): boolean =>
  log.findLast(
    ({ message, answered }) =>
      answered && message.kind === recovery.wholeState?.restoredBy && partOf(recovery, message) === part,
  )?.outlives === true

/** The message that brings a fresh actor into the state that was returned; `null` if none was. */
function baseOf({ wholeState }: ActorRecovery, asked: LoggedMessage, reply: ReplyMessage): LoggedMessage | null {
  if (wholeState?.askedBy !== asked.kind || reply.kind !== wholeState.returnedBy) return null
  const { restoredBy, field } = wholeState
  return { ...asked, kind: restoredBy, [field]: fieldOf(reply, field) }
}

/** The call at `place` was answered by a whole state: `base` takes the place of what led to it. */
function based(recovery: ActorRecovery, log: MessageLog, place: number, base: LoggedMessage): MessageLog {
  const part = partOf(recovery, base)
  const before = log.slice(0, place).filter(({ message }) => partOf(recovery, message) === part)
  /* An unanswered call has to be answered from the state it was asked in. */
  if (before.some(({ answered }) => !answered)) return log.toSpliced(place, 1)
  const last = before.findLast(({ message }) => changeOf(recovery, message) === 'done')
  const since = last === undefined ? 0 : log.indexOf(last) + 1
  const others = log.slice(0, since).filter(({ message }) => partOf(recovery, message) !== part)
  return [...others, entryOf(base, true), ...log.slice(since).filter(entry => entry !== log[place])]
}
