/** Counts the use of a model on a service or a server. */
import type { ServiceUse } from '../../contracts/models/device-usage.ts'

/** Tokens of one answer; `cachedTokens` is `null` where it does not tell them. */
type AnsweredTokens = Pick<ServiceUse, 'promptTokens' | 'completionTokens' | 'cachedTokens'>

export interface ServiceCounter {
  /** @param tokens `null` if the answer does not tell them. */
  readonly answered: (tokens: AnsweredTokens | null) => void
  readonly passed: (kind: 'forward' | 'trained', tokens: number) => void
  /** Since the last flush. */
  readonly flush: (model: string) => ServiceUse
}

type Counts = Omit<ServiceUse, 'model'>

const none: Counts = {
  requests: 0,
  untold: 0,
  promptTokens: 0,
  cachedTokens: null,
  completionTokens: 0,
  forwardTokens: 0,
  trainedTokens: 0,
}

export function createServiceCounter(): ServiceCounter {
  let counts = none
  return {
    answered: tokens => {
      const { requests, untold } = counts
      counts = { ...counts, requests: requests + 1 }
      if (tokens === null) {
        counts = { ...counts, untold: untold + 1 }
        return
      }
      const { promptTokens, completionTokens, cachedTokens } = tokens
      counts = {
        ...counts,
        promptTokens: counts.promptTokens + promptTokens,
        completionTokens: counts.completionTokens + completionTokens,
        cachedTokens: cachedTokens === null ? counts.cachedTokens : (counts.cachedTokens ?? 0) + cachedTokens,
      }
    },
    passed: (kind, tokens) => {
      const key = kind === 'forward' ? 'forwardTokens' : 'trainedTokens'
      counts = { ...counts, [key]: counts[key] + tokens }
    },
    flush: model => {
      const use = { model, ...counts }
      counts = none
      return use
    },
  }
}
