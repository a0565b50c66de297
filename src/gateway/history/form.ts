/**
 * The normal form of a conversation: equal for histories that agent programs make of one another when they send them back.
 * Arguments of calls are left out, for they are rewritten; ids come back as they were. Between two messages of the user, calls,
 * results and pictures are compared as a set and texts joined, and so are neighbouring messages of the user: empty answers are dropped
 * and the steps of a run are merged. Reasoning is no part of it, the system's text neither. Pure.
 */
import { createHash, type Hash } from 'node:crypto'
import type { HistoryItem } from './item.ts'

/** From a message of the user to the next one. */
interface Run {
  readonly asked: Hash
  readonly said: Hash
  readonly marks: string[]
  isAnswered: boolean
}

/** @returns [items + 1] digests: the k-th is that of the first k items. */
export function formsOf(items: readonly HistoryItem[]): readonly string[] {
  let past = ''
  let run = newRun()
  const form = (): string =>
    digestOf([past, run.asked.copy().digest('hex'), run.said.copy().digest('hex'), ...run.marks.toSorted()])
  const forms = [form()]
  for (const item of items) {
    const isOfUser = item.kind === 'user' || item.kind === 'image'
    if (isOfUser && run.isAnswered) {
      past = form()
      run = newRun()
    }
    add(run, item)
    forms.push(form())
  }
  return forms
}

function add(run: Run, item: HistoryItem): void {
  switch (item.kind) {
    case 'user':
      run.asked.update(item.text, 'utf16le')
      return
    case 'image':
      run.marks.push(digestOf(['image', pictureIn(item.url)]))
      return
    case 'assistant':
      run.said.update(item.text, 'utf16le')
      run.isAnswered ||= item.text !== ''
      return
    case 'call':
      run.marks.push(digestOf(['call', item.id, item.name]))
      run.isAnswered = true
      return
    case 'result':
      run.marks.push(digestOf(['result', item.id, item.text]))
      run.isAnswered = true
      return
  }
}

const newRun = (): Run => ({
  asked: createHash('sha256'),
  said: createHash('sha256'),
  marks: [],
  isAnswered: false,
})

/** Mastra rewrites the media type. */
const pictureIn = (url: string): string => url.replace(/^data:[^,]*,/, '')

/** Of a list of texts. */
export const digestOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')
