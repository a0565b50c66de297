/** What a gateway does, on disk as it happens: a line for each event. */
import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inGroups } from '../files/in-groups.ts'
import { lock } from '../run/directory/lock.ts'
import { appendLines, keepLines, readLines } from '../run/directory/records/lines.ts'
import type { Delivery, PlacedRequest, TurnBeginning } from './history/turn.ts'
import type { AgentAnswer } from './answers/agent-answer.ts'
import type { HumanVerdict, TurnFeedback } from './history/turn-verdicts.ts'

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
  /** What the system said in the conversation, where that is not as in the turn before. */
  readonly lasting?: string
  /** Whether it may be trained on. */
  readonly train: boolean
  /** Whose key asked for it; absent if it was the gateway's own. */
  readonly user?: string
  /** Something was removed that must not be kept, and the tokens with it. */
  readonly withheld?: boolean
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
  /** Who says so: a request, the user's rule, the server that it was played on, or silence. */
  readonly by: 'request' | 'rule' | 'environment' | 'silence'
}

/** What the reward model says of a turn. */
interface VotedLine extends TurnFeedback {
  readonly kind: 'voted'
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
  /** When the human verdicts were given that they were trained on with, by turn. */
  readonly heard?: Readonly<Record<string, number>>
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

/** What a person says of a turn. */
export interface VerdictLine extends HumanVerdict {
  readonly kind: 'verdict'
  readonly id: string
}

export type JournalLine = TurnLine | DeliveredLine | OutcomeLine | VotedLine | VerdictLine | TrainedLine | BegunLine

export interface Journal {
  /**
   * Resolves once the line is on the disk, with those that were asked for meanwhile; lines are in the order of the calls.
   *
   * @returns whether it stays there: not if it was removed meanwhile.
   * @throws {DiskError} if the disk refuses it: nothing of it stays.
   */
  readonly append: (line: JournalLine) => Promise<boolean>
}

export interface KeptJournal extends Journal {
  /**
   * Writes it anew without the other lines, whole or not at all; what is still to be written is held to it, too.
   *
   * @returns whether anything went.
   */
  readonly keep: (isKept: (line: JournalLine) => boolean) => Promise<boolean>
  /** All lines, as they are on the disk. */
  readonly read: () => Promise<readonly JournalLine[]>
}

interface OpenJournal extends KeptJournal {
  /** All that were there when it was opened. */
  readonly lines: readonly JournalLine[]
  /** Lets others use the folder, once all is written. */
  readonly close: () => Promise<void>
}

/** Of the journal in a folder. */
export const journalPath = (folder: string): string => join(folder, 'turns.jsonl')

/** @throws {RangeError} if it is a file, or the folder of a run. */
async function requireOwn(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null)
  const isRun = existsSync(join(folder, 'config.json'))
  if (found?.isDirectory() === false || isRun)
    throw new RangeError(
      `the directory must be a folder of a gateway alone, got ${folder}, which is ${isRun ? 'that of a run' : 'a file'}`,
    )
}

/** All lines but one that was cut off while it was written. @throws {RunDirectoryError} if a line is no JSON. */
export const readJournal = async (folder: string): Promise<readonly JournalLine[]> =>
  (await readLines(journalPath(folder))) as JournalLine[]

/** The same of a folder that must have one. @throws {RangeError} if it has none. */
export function keptLines(folder: string): Promise<readonly JournalLine[]> {
  if (existsSync(journalPath(folder))) return readJournal(folder)
  throw new RangeError(`the directory must be that of a gateway, got ${folder}: there is no turns.jsonl in it`)
}

/**
 * The journal of a folder, which no other process may use until it is closed; others on this machine cannot read a new one.
 *
 * @throws {RunDirectoryError} if another process uses it, or a line is no JSON. @throws {Error} if it cannot be written.
 */
export async function openJournal(folder: string): Promise<OpenJournal> {
  const path = journalPath(folder)
  await requireOwn(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const release = await lock(folder)
  try {
    const lines = await readJournal(folder)
    const filters: ((line: JournalLine) => boolean)[] = []
    const stays = (line: JournalLine): boolean => filters.every(isKept => isKept(line))
    /* Asked where it is written: a removal before it has then seen which turns went. */
    const { add, between } = inGroups<JournalLine>(values => appendLines(path, values.filter(stays)))
    return {
      lines,
      read: () => readJournal(folder),
      append: async line => {
        await add(line)
        return stays(line)
      },
      keep: async isKept => {
        /* Verdicts on a turn that was removed may still be on their way; after so many later removals they are not. */
        filters.push(isKept)
        filters.splice(0, filters.length - 64)
        let isAny = false
        await between(async () => {
          isAny = await keepLines(path, line => isKept(line as JournalLine))
        })
        return isAny
      },
      close: () => between(release),
    }
  } catch (error) {
    await release()
    throw error
  }
}
