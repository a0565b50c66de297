/** Tries the programs of one file on the items of another. */
import { FailedError } from '../runtime/errors/failed-error.ts'
import type { Job, TestResult } from '../contracts/worlds/job.ts'
import { itemJob, type ItemJobOptions } from './item-job.ts'
import type { Item, Refusal } from './formats/item.ts'
import { programsByItem } from './match-programs.ts'
import { readItems } from './read-items.ts'
import { readPrograms, type Programs } from './read-programs.ts'
import { programScore, programTotals, type ItemScore, type ProgramScore, type ProgramTotals } from './score.ts'

export type ProgramsEvent =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  /** Something cannot be used; `programs` that are for an item that cannot be are not tried. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly programs: number }
  /** In the order of the items. */
  | { readonly kind: 'item'; readonly item: ItemScore }
  | {
      readonly kind: 'finished'
      readonly totals: ProgramTotals
      /** Programs that are for no item of the file. */
      readonly unused: readonly Programs[]
    }

export interface ScoreProgramsOptions extends ItemJobOptions {
  readonly items: string
  readonly programs: string
  /** @throws {FailedError} if the sandbox failed. */
  readonly run: (job: Job) => Promise<readonly TestResult[]>
  /** Most jobs under way, at least 1; no more items than that are in memory. */
  readonly maxJobs: number
  readonly signal: AbortSignal
}

/** An item whose programs are being tried. */
interface Opened {
  readonly item: Omit<ItemScore, 'programs'>
  readonly programs: ProgramScore[]
  left: number
}

/** A program to try, and where its score goes. */
interface Trial {
  readonly job: Job
  readonly settle: (score: ProgramScore) => void
}

/** @throws {RangeError} if a file cannot be read, or there is nothing to try. */
export async function scorePrograms(
  options: ScoreProgramsOptions,
  emit: (event: ProgramsEvent) => void,
): Promise<void> {
  const { run, maxJobs, signal } = options
  const { entries, refusals } = await readPrograms(options.programs)
  for (const refusal of refusals) emit({ kind: 'refused', refusal, programs: 0 })
  const byItem = programsByItem(entries)
  const total = entries.reduce((sum, { programs }) => sum + programs.length, 0)
  const scores: ItemScore[] = []
  const opened: Opened[] = []
  let done = 0

  const waiting = trials()
  try {
    await Promise.all(Array.from({ length: maxJobs }, tryAll))
  } finally {
    /* The file stays open otherwise. */
    await waiting.return()
  }
  const totals = programTotals(scores)
  if (totals.programs + totals.invalid === 0)
    throw new RangeError(`${options.programs} must have a program for an item of ${options.items}, got none`)
  emit({ kind: 'finished', totals, unused: byItem.rest() })

  /** One of `maxJobs` that take trials from the same stream: an item is read when one of them is free. */
  async function tryAll(): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const next = await waiting.next()
      if (next.done === true) return
      next.value.settle(await tried(next.value.job, run))
    }
  }

  async function* trials(): AsyncGenerator<Trial, void> {
    for await (const read of readItems(options.items)) {
      if (read.kind === 'refused') {
        const { refusal } = read
        const programs = byItem.take(refusal.id, refusal.index).length
        emit({ kind: 'refused', refusal, programs })
        advance(programs)
        continue
      }
      const texts = byItem.take(read.item.id, read.place.index)
      const open: Opened = { item: headOf(read), programs: [], left: texts.length }
      opened.push(open)
      close()
      for (const [index, text] of texts.entries()) {
        yield { job: itemJob(read.item, text, options), settle: score => settle(open, index, score) }
      }
    }
  }

  function settle(open: Opened, index: number, score: ProgramScore): void {
    open.programs[index] = score
    open.left -= 1
    advance(1)
    close()
  }
  /** Tells of the items that are done with, as far as nothing before them is still tried. */
  function close(): void {
    for (let [first] = opened; first?.left === 0; [first] = opened) {
      opened.shift()
      const { item, programs } = first
      const score = { ...item, programs }
      scores.push(score)
      emit({ kind: 'item', item: score })
    }
  }
  function advance(programs: number): void {
    done += programs
    emit({ kind: 'progress', done, total })
  }
}

/** A sandbox that failed says nothing of the program. */
async function tried(job: Job, run: ScoreProgramsOptions['run']): Promise<ProgramScore> {
  try {
    return programScore(await run(job))
  } catch (error) {
    if (!(error instanceof FailedError)) throw error
    return { kind: 'invalid', reason: error.message }
  }
}

function headOf({
  item,
  place,
}: {
  readonly item: Item
  readonly place: { where: string; index: number }
}): Opened['item'] {
  const { id, title, difficulty } = item
  return { id, index: place.index, where: place.where, title, difficulty }
}
