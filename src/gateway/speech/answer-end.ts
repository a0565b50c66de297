/** Where an answer ends before its model ends it: at a text that ends it, or with its call if it may have one alone. Pure. */
import type { AgentRequest } from '../requests/agent-request.ts'
import type { AgentSpeech } from './agent-speech.ts'
import { beginsAt, wholeSigns } from './settled-text.ts'

export interface AnswerEnd {
  /** Up to that in which the end is complete. */
  readonly tokens: number
  /** All before the text that ends it, or up to the end of the call. */
  readonly written: string
  /** `null` if it is a call that ends it. */
  readonly stoppedBy: string | null
}

/** @param begun how many of the tokens are known to have no end. @returns `null` if there is none. */
export function endIn(
  { written, callEnd }: Pick<AgentSpeech, 'written' | 'callEnd'>,
  request: Pick<AgentRequest, 'sampling' | 'parallelCalls' | 'system' | 'tools'>,
  tokens: Int32Array,
  begun: number,
): AnswerEnd | null {
  const { stop } = request.sampling
  const hasOneCall = !request.parallelCalls && request.tools.length > 0
  const endAt = (length: number): AnswerEnd | null => {
    const text = written(tokens.slice(0, length))
    const first = firstIn(text, stop)
    const call = hasOneCall ? callEnd(text, request) : null
    if (call !== null && (first === null || first.at >= call))
      return { tokens: length, written: text.slice(0, call), stoppedBy: null }
    return first === null ? null : { tokens: length, written: text.slice(0, first.at), stoppedBy: first.stop }
  }
  const last = stop.length > 0 || hasOneCall ? endAt(tokens.length) : null
  if (last === null) return null
  for (let length = begun + 1; length < tokens.length; length += 1) {
    const end = endAt(length)
    if (end !== null) return end
  }
  return last
}

/** Without what may be the beginning of a text that ends it, or of a sign of several tokens. */
export function beforeStops(begun: string, stops: readonly string[]): string {
  const text = wholeSigns(begun)
  return text.slice(0, text.length - beginsAt(text, stops))
}

function firstIn(text: string, stops: readonly string[]): { readonly stop: string; readonly at: number } | null {
  const found = stops.map(stop => ({ stop, at: text.indexOf(stop) })).filter(({ at }) => at >= 0)
  return found.toSorted((one, other) => one.at - other.at)[0] ?? null
}
