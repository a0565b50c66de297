/** A broken law of worlds as a message: all that is needed to see what happened, as test runners may show nothing else. */
import { reasonOf } from '../../contracts/failure.ts'
import { preview, shortened } from '../../text/preview.ts'
import { Unmet } from '../law/must.ts'

/** What was played, as far as play came. */
export interface Transcript {
  /** Nothing, if none could be made. */
  task?: unknown
  opening?: string
  readonly steps: { readonly action: string; observation?: string }[]
}

/** Most letters of an observation and of a task. */
const longest = 500

/**
 * @param again how to see the same case again; left out where each run tries all cases.
 * @param thrown by the property in the smallest case.
 */
export function brokenText(
  { world, law }: { readonly world: string; readonly law: string },
  transcript: Transcript | null,
  thrown: unknown,
  again?: string,
): string {
  const unmet = thrown instanceof Unmet
  const expected = unmet ? (thrown.expected ?? law) : law
  return [
    `${world} breaks the law: ${law}`,
    ...(transcript === null ? [] : transcriptLines(transcript)),
    `  expected  ${expected}`,
    `  found     ${unmet ? thrown.message : `it threw ${reasonOf(thrown)}`}`,
    ...(again === undefined ? [] : [`  ${again}`]),
  ].join('\n')
}

function transcriptLines({ task, opening, steps }: Transcript): readonly string[] {
  const told = (text: string) => shortened(text, longest).split('\n')
  const lines = [
    ...(opening === undefined ? [] : told(opening)),
    ...steps.flatMap(({ action, observation }) => [
      `> ${action}`,
      ...(observation === undefined ? [] : told(observation)),
    ]),
  ]
  return [
    `  task      ${task === undefined ? 'none was made' : shortened(JSON.stringify(task) ?? preview(task), longest)}`,
    ...lines.map(line => `    ${line}`.trimEnd()),
  ]
}
