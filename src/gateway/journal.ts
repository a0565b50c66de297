/** What a gateway does, on disk as it happens: a line for each event, never rewritten. */
import { appendFile, mkdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere } from '../files/read-if-there.ts'
import { preview } from '../text/preview.ts'
import type { Delivery, PlacedRequest, TurnBeginning } from './history/turn.ts'
import type { AgentAnswer } from './answers/agent-answer.ts'
import type { TurnJudgement } from './history/judgement.ts'

/** A request with what was sampled for it, before it is sent. */
export interface TurnLine extends TurnBeginning, Pick<PlacedRequest, 'prompt' | 'body'> {
  readonly kind: 'turn'
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly session: string
  /** Of the session, as the agent calls it. */
  readonly name: string | null
  /** Of the task that it works at, as the agent calls it. */
  readonly task: string | null
  /** Path of the dialect. */
  readonly dialect: string
  /** The turn whose tokens come before `promptTokens`; `null` if those are all. */
  readonly after: string | null
  /** Ids that were read after those, up to the answer. */
  readonly promptTokens: readonly number[]
  readonly answer: AgentAnswer
  /** Of each choice of the answer. */
  readonly sampled: readonly SampledLine[]
  /** Whether it may be trained on. */
  readonly train: boolean
}

interface SampledLine {
  /** Ids as they were sampled. */
  readonly tokens: readonly number[]
  /** Nats, one a token; none if they are not known. */
  readonly logprobs: readonly number[]
  /** Of the weights. */
  readonly version: number
}

interface DeliveredLine {
  readonly kind: 'delivered'
  readonly id: string
  readonly delivery: Delivery
}

/** The end of a session's turns so far, and how it came out. */
export interface OutcomeLine {
  readonly kind: 'outcome'
  readonly session: string
  readonly at: number
  /** In [0, 1]; `null` if nobody says. */
  readonly outcome: number | null
  /** What happened after its last turn; `null` if nobody says. */
  readonly observation: string | null
  /** Who says so: a request, the user's rule, or silence. */
  readonly by: 'request' | 'rule' | 'silence'
}

/** What the reward model says of a turn. */
interface JudgedLine extends TurnJudgement {
  readonly kind: 'judged'
  readonly id: string
}

/** A training, written down once its weights are kept. */
export interface TrainedLine {
  readonly kind: 'trained'
  readonly at: number
  /** Versions of the weights since: they are kept under these; `null` of a model that has not been trained yet. */
  readonly policy: number | null
  readonly rewardModel: number | null
  /** Turns that are done: trained on, or left out. */
  readonly turns: readonly string[]
  /** Samples trained on. */
  readonly samples: Readonly<Record<'policy' | 'rewardModel', number>>
  /** Turns left out, by reason. */
  readonly dropped: Readonly<Record<string, number>>
}

/** A gateway began to train: what weights drew that were not kept by then is lost. */
interface BegunLine {
  readonly kind: 'begun'
  readonly at: number
}

export type JournalLine = TurnLine | DeliveredLine | OutcomeLine | JudgedLine | TrainedLine | BegunLine

export interface Journal {
  /** Resolves once the line is written; lines are in the order of the calls. */
  readonly append: (line: JournalLine) => Promise<void>
}

/**
 * The journal of a folder, with all that it holds. A last line that was cut off while it was written is taken away.
 *
 * @throws {RangeError} if a line is no JSON.
 */
export async function openJournal(folder: string): Promise<Journal & { readonly lines: readonly JournalLine[] }> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'turns.jsonl')
  const text = (await readIfThere(path))?.toString('utf8') ?? ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) await truncate(path, Buffer.byteLength(whole))
  let last = Promise.resolve()
  return {
    lines: whole.split('\n').flatMap((line, index) => (line === '' ? [] : [lineOf(line, `${path}:${index + 1}`)])),
    append: line => (last = last.catch(() => {}).then(() => appendFile(path, `${JSON.stringify(line)}\n`))),
  }
}

function lineOf(text: string, place: string): JournalLine {
  try {
    return JSON.parse(text) as JournalLine
  } catch {
    throw new RangeError(`${place} must be JSON, got ${preview(text)}`)
  }
}
