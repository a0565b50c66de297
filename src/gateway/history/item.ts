/** A conversation as a flat list, the same in every dialect: what a model program sends, without what says nothing. */

export interface CallItem {
  readonly kind: 'call'
  /** Ours if it was sampled here; agents send it back as it was. */
  readonly id: string
  readonly name: string
  /** JSON as it stands. */
  readonly arguments: string
}

interface ResultItem {
  readonly kind: 'result'
  /** Of the call. */
  readonly id: string
  readonly text: string
}

/** A block of a user's message, or all of it. */
interface UserItem {
  readonly kind: 'user'
  readonly text: string
}

interface ImageItem {
  readonly kind: 'image'
  /** An address, or the picture itself as a data URL. */
  readonly url: string
}

interface AssistantItem {
  readonly kind: 'assistant'
  readonly text: string
}

/** Stands for what the server keeps under this id. */
interface ReferenceItem {
  readonly kind: 'reference'
  readonly id: string
}

interface SystemItem {
  readonly kind: 'system'
  readonly text: string
}

/** What a model wrote. */
export type AnswerItem = AssistantItem | CallItem

export type HistoryItem = UserItem | ImageItem | AnswerItem | ResultItem

/** Of a conversation without the system's texts. */
export type SentItem = HistoryItem | ReferenceItem

export type WrittenItem = SentItem | SystemItem

export const isAnswer = (item: HistoryItem): item is AnswerItem => item.kind === 'assistant' || item.kind === 'call'

/** What was said in them. */
export const answerText = (items: readonly HistoryItem[]): string =>
  items.map(item => (item.kind === 'assistant' ? item.text : '')).join('')
