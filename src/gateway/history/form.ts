/**
 * The normal form of a conversation: equal for histories that agent programs make of one another when they send them back.
 * Arguments of calls are left out, for they are rewritten; ids come back as they were. Between two messages of the user, calls,
 * results and pictures are compared as a set and texts joined, and so are neighbouring messages of the user: empty answers are dropped
 * and the steps of a run are merged. Reasoning is no part of it, the system's text neither. Pure.
 */
import { createHash, type Hash } from 'node:crypto'
import type { HistoryItem } from './item.ts'

/** @returns [items + 1] digests: the k-th is that of the first k items. */
export function formsOf(items: readonly HistoryItem[]): readonly string[] {
  const growing = growingForm()
  const formAfter = (item: HistoryItem): string => {
    growing.add(item)
    return growing.form()
  }
  return [growing.form(), ...items.map(formAfter)]
}

/** The last of `formsOf`. */
export function wholeForm(items: readonly HistoryItem[]): string {
  const growing = growingForm()
  for (const item of items) growing.add(item)
  return growing.form()
}

/** From a message of the user to the next one. */
interface Run {
  readonly asked: Hash
  readonly said: Hash
  /** Of the digests of its calls, results and pictures, modulo 2^256: the same in any order. */
  sum: bigint
  isAnswered: boolean
}

/** The time of each step does not grow with the items before it. */
function growingForm() {
  let past = ''
  let run = newRun()
  const form = (): string =>
    digestOf([past, run.asked.copy().digest('hex'), run.said.copy().digest('hex'), run.sum.toString(16)])
  return {
    form,
    add: (item: HistoryItem): void => {
      const isOfUser = item.kind === 'user' || item.kind === 'image'
      if (isOfUser && run.isAnswered) {
        past = form()
        run = newRun()
      }
      add(run, item)
    },
  }
}

function add(run: Run, item: HistoryItem): void {
  switch (item.kind) {
    case 'user':
      run.asked.update(item.text, 'utf16le')
      return
    case 'image':
      mark(run, ['image', pictureIn(item.url)])
      return
    case 'assistant':
      run.said.update(item.text, 'utf16le')
      run.isAnswered ||= item.text !== ''
      return
    case 'call':
      mark(run, ['call', item.id, item.name])
      run.isAnswered = true
      return
    case 'result':
      mark(run, ['result', item.id, item.text])
      run.isAnswered = true
      return
  }
}

function mark(run: Run, parts: readonly string[]): void {
  run.sum = BigInt.asUintN(256, run.sum + BigInt(`0x${digestOf(parts)}`))
}

const newRun = (): Run => ({
  asked: createHash('sha256'),
  said: createHash('sha256'),
  sum: 0n,
  isAnswered: false,
})

/** Mastra rewrites the media type. */
const pictureIn = (url: string): string => url.replace(/^data:[^,]*,/, '')

/** Of a list of texts. */
export const digestOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')
