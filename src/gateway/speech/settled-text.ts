/** What of a text can be sent while more of it is written. Pure. */
import type { OfferedTool } from '../requests/agent-request.ts'
import { markedIn, callOpening, writtenCalls } from './written-calls.ts'

/** Up to where a call, or a sign of several tokens, may have begun. @param said without blanks around it. */
export function settledText(said: string, tools: readonly OfferedTool[]): string {
  const text = wholeSigns(said)
  if (tools.length === 0) return text.trimEnd()
  if (/^(\{|<\|)/.test(text) || '<|python_tag|>'.startsWith(text)) return ''
  const from = markedIn(text).at(-1)?.end ?? 0
  const open = text.indexOf(callOpening, from)
  const end = open < 0 ? text.length - beginsAt(text.slice(from), [callOpening]) : open
  return writtenCalls(text.slice(0, end), tools).text.trimEnd()
}

/** Without what may be the beginning of a sign of several tokens. */
export const wholeSigns = (text: string): string => text.replace(/(?<!\uFFFD)\uFFFD+$/, '')

/** How many signs at the end of a text may be the beginning of one of these. */
export function beginsAt(text: string, wanted: readonly string[]): number {
  const longest = Math.max(0, ...wanted.map(each => each.length - 1))
  for (let length = Math.min(longest, text.length); length > 0; length -= 1)
    if (wanted.some(each => each.startsWith(text.slice(-length)))) return length
  return 0
}
