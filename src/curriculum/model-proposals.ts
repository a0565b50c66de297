/** Asks a language model to change a task, and reads its answer. Pure. */
import type { CriticSummary } from '../contracts/worlds/critic-summary.ts'
import type { Direction } from '../contracts/worlds/environment.ts'
import { parsedJson } from '../text/parsed.ts'
import { proposalRefusals, type ProposalRefusals } from '../contracts/worlds/task-proposals.ts'

/** Letters of criticism that a model is given. */
const maxLetters = 4000

/** The lines of a critic, the condemned ones first where not all of them have room. */
export function criticLines({ text }: Pick<CriticSummary, 'text'>): string {
  if (text.length <= maxLetters) return text
  const lines = text.split('\n')
  const kept: string[] = []
  let letters = 0
  for (const line of [...lines.filter(isMarked), ...lines.filter(line => !isMarked(line))]) {
    if (letters + line.length > maxLetters) continue
    letters += line.length + 1
    kept.push(line)
  }
  return [...kept, `… (${lines.length - kept.length} more lines)`].join('\n')
}

const isMarked = (line: string): boolean => line.startsWith('✗')

interface AdaptQuestion {
  /** The task, as the world tells it. */
  readonly told: string
  /** acc(q) in [0, 1]. */
  readonly accuracy: number
  readonly direction: Direction
  /** The failures, in a model's words; `null` without any critique. */
  readonly summary: string | null
}

export const adaptQuestion = ({ told, accuracy, direction, summary }: AdaptQuestion): string =>
  [
    told,
    `${Math.round(accuracy * 100)} % of the attempts at it succeed. Make it ${direction}.`,
    ...(summary === null || summary === '' ? [] : [`What goes wrong: ${summary}`]),
  ].join('\n')

/** The JSON value in an answer: from its first brace to its last. @returns `undefined` if missing. */
export function jsonIn(text: string): unknown {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')]
  return from < 0 || to < from ? undefined : parsedJson(text.slice(from, to + 1))
}

/** Sums by reason. */
export const addRefusals = (all: readonly ProposalRefusals[]): ProposalRefusals =>
  Object.fromEntries(
    proposalRefusals.flatMap(reason => {
      const sum = all.reduce((total, counts) => total + (counts[reason] ?? 0), 0)
      return sum === 0 ? [] : [[reason, sum]]
    }),
  )
