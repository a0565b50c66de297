/** How a reward model that writes prose words its vote: a reason and a final score, as JSON or in words. */
import type { JsonSchema } from '../../contracts/models/json-schema.ts'
import type { VerdictSample } from '../../contracts/episode.ts'

/** The form in which an answer has just one score. */
export const scoreSchema: JsonSchema = {
  type: 'object',
  properties: { reason: { type: 'string', maxLength: 300 }, score: { enum: [1, -1] } },
  required: ['reason', 'score'],
  additionalProperties: false,
}

/** The vote of a reason and a label, as a reward model should write it. */
export const scoreText = (good: boolean, reason: string): string => JSON.stringify({ reason, score: good ? 1 : -1 })

/**
 * The score and the reason of an answer: the JSON object `{"reason": …, "score": 1 or -1}` that it ends with, else the
 * `Score: 1` or `Score: -1` that it ends with, if it says none before. Any other answer is malformed: its value is 0 and its
 * reason the whole text; so a score that is quoted from an observation is no vote. White space is of no account, in the reason neither.
 * Source: RLAnything, arXiv 2602.02488, reward model: reasons, then a final score of 1 or −1.
 */
export function parseScore(text: string): Pick<VerdictSample, 'value' | 'reason'> {
  return inJson(text) ?? inWords(text) ?? { value: 0, reason: folded(text) }
}

function inJson(text: string): Pick<VerdictSample, 'value' | 'reason'> | null {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')]
  if (from < 0 || to < from || !isTail.test(text.slice(to + 1))) return null
  const found = parsed(text.slice(from, to + 1))
  const score = scores.get(String(found['score']).trim())
  if (score === undefined) return null
  const reason = typeof found['reason'] === 'string' ? found['reason'] : text.slice(0, from)
  return { value: score, reason: folded(reason) }
}

function inWords(text: string): Pick<VerdictSample, 'value' | 'reason'> | null {
  const all = [...text.matchAll(/\bscore[\s"'*`]*[:=][\s"'*`]*(?<score>(?:[-+−]\s*)?\d[\d.]*)(?!\s*(?:or\b|\/))/gi)]
  const [only] = all
  if (only === undefined || all.length > 1 || !isTail.test(text.slice(only.index + only[0].length))) return null
  const score = scores.get((only.groups?.['score'] ?? '').replaceAll(/\s/g, '').replace(/\.$/, ''))
  return score === undefined
    ? null
    : { value: score, reason: folded(text.slice(0, only.index).replace(/(?<![\s*_`])[\s*_`]+$/, '')) }
}

/** Signs of emphasis, and those that close what began before the score. */
const isTail = /^[\s.*_`}]*$/

const scores = new Map<string, -1 | 1>([
  ['1', 1],
  ['+1', 1],
  ['-1', -1],
  ['−1', -1],
])

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

const folded = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
