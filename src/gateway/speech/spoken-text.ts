import type { HistoryItem } from '../history/item.ts'

/** What is said by an item that is no call. @throws {RangeError} if it is a picture. */
export function spokenText(item: HistoryItem): string {
  if (item.kind === 'image') throw new RangeError('the model reads no pictures, got one')
  return 'text' in item ? item.text : ''
}
