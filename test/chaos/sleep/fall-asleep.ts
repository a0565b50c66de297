/**
 * Loaded before a program (`node --import`), and so in each of its threads: stops the whole process group, as `kill -STOP`
 * does, when an actor sends one of its messages, or a moment later, or when a file is opened. Which one, the environment
 * variable FALL_ASLEEP says as JSON. What it was is said on standard error before.
 */
import { promises, writeSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread, MessagePort, workerData } from 'node:worker_threads'

/** A message, by its order among those of its kind that the actor sends. */
export interface SentMessage {
  /** Name of the actor; the trainer is the main thread. */
  readonly actor: string
  readonly kind: string
  /** That it is about, if one model alone is meant. */
  readonly model?: string
  /** From 1. */
  readonly nth: number
  /** From then until all sleeps, so that its recipient has begun. */
  readonly delayMs: number
}

export type Bedtime = SentMessage | { readonly opening: string }

function wait(bedtime: Bedtime): void {
  if ('opening' in bedtime) waitForOpening(bedtime.opening)
  else if (bedtime.actor === nameOf(workerData)) waitForMessage(bedtime)
}

function sleep(why: string): void {
  writeSync(2, `asleep: ${why}\n`)
  process.kill(0, 'SIGSTOP')
}

function waitForMessage({ kind, model, nth, delayMs }: SentMessage): void {
  let seen = 0
  const post = Reflect.get(MessagePort.prototype, 'postMessage')
  MessagePort.prototype.postMessage = function (this: MessagePort, ...given: Parameters<MessagePort['postMessage']>) {
    Reflect.apply(post, this, given)
    for (const message of messagesIn(given[0])) {
      if (message.kind !== kind || (model !== undefined && message.model !== model)) continue
      seen += 1
      if (seen === nth) setTimeout(sleep, delayMs, `${nth}. ${kind}`)
    }
  }
}

function waitForOpening(part: string): void {
  if (!isMainThread) return
  const { open } = promises
  let slept = false
  promises.open = (path, ...rest) => {
    if (!slept && String(path).includes(part)) {
      slept = true
      sleep(`opening ${String(path)}`)
    }
    return open(path, ...rest)
  }
  syncBuiltinESMExports()
}

interface Message {
  readonly kind: string
  readonly model?: string
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'

/** A frame of a link is a message, or its credits and messages; whatever else is posted is none of ours. */
const messagesIn = (posted: unknown): readonly Message[] =>
  (Array.isArray(posted) ? posted.flat() : [posted]).filter(isMessage)

const nameOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'name' in data ? String(data.name) : isMainThread ? 'trainer' : ''

const text = process.env['FALL_ASLEEP']
if (text !== undefined) wait(JSON.parse(text) as Bedtime)
