/** Questions to the server that the page came from. */
import type { ActorsView } from '../../contract/actors.ts'
import type { ComparedRuns } from '../../contract/comparison.ts'
import type { Curves } from '../../contract/curves.ts'
import type { EpisodeDetail, EpisodeList } from '../../contract/episodes.ts'
import type { Overview } from '../../contract/overview.ts'
import type { RunDetail } from '../../contract/run-detail.ts'
import type { PersonsWord, SessionDetail, SessionList } from '../../contract/sessions.ts'
import type { TaskHistory, TaskList } from '../../contract/tasks.ts'

/** Address of each answer, and its type. */
interface Answers {
  readonly overview: Overview
  readonly curves: Curves
  readonly run: RunDetail
  readonly episodes: EpisodeList
  readonly episode: EpisodeDetail
  readonly tasks: TaskList
  readonly task: TaskHistory
  readonly compare: ComparedRuns
  readonly actors: ActorsView
  readonly sessions: SessionList
  readonly session: SessionDetail
}

type Parameters = Readonly<Record<string, string | number | null | readonly string[]>>

/** @throws {Error} in the server's words, or if it is gone. */
export async function ask<Name extends keyof Answers>(
  name: Name,
  parameters: Parameters = {},
  signal: AbortSignal | null = null,
): Promise<Answers[Name]> {
  const response = await fetch(addressOf(name, parameters), { signal })
  if (!response.ok) throw new Error((await response.text()).trim())
  return (await response.json()) as Answers[Name]
}

/** Tells a gateway a person's word. @throws {Error} in its words, or those of the server. */
export async function tell(word: PersonsWord, key: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key }
  const response = await fetch('/api/word', { method: 'POST', headers, body: JSON.stringify(word) })
  if (!response.ok) throw new Error((await response.text()).trim())
}

/** Of this server; `null` and empty texts are left out. */
export function addressOf(name: string, parameters: Parameters): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(parameters)) {
    if (Array.isArray(value)) for (const each of value) query.append(key, String(each))
    else if (value !== null && value !== '') query.set(key, String(value))
  }
  return `/api/${name}?${query.toString()}`
}

/**
 * Asks for what a part of the page shows. Of several questions only the answer to the last one is shown; the one whose answer is shown
 * or awaited is not asked again, one that failed is.
 *
 * @returns asks, and tells whether the answer is shown. `key` is equal for equal questions.
 */
export function asking<T>(show: (answer: T) => void) {
  let controller = new AbortController()
  const none = { key: Symbol() as unknown, isShown: Promise.resolve(false) }
  let last = none
  return (key: unknown, question: (signal: AbortSignal) => Promise<T>): Promise<boolean> => {
    if (last.key === key) return last.isShown
    controller.abort()
    const { signal } = (controller = new AbortController())
    const answered = async (): Promise<boolean> => {
      try {
        const answer = await question(signal)
        if (!signal.aborted) show(answer)
      } catch (error) {
        if (!signal.aborted) {
          last = none
          throw error
        }
      }
      return !signal.aborted
    }
    const isShown = answered()
    last = { key, isShown }
    return isShown
  }
}
