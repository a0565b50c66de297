/** A model's text, in its parts. Pure. */
import type { ActionForm } from '../../contracts/worlds/prompts.ts'

interface Answer {
  readonly thought: string
  readonly action: string
}

/**
 * The thought and the action of an answer. An answer without the requested form is an action unchanged, which the world then
 * refuses with its message; one that never ended its thinking has none.
 */
export function parseAnswer(text: string, form: ActionForm): Answer {
  const { thought, said } = withoutThinking(text)
  const [before, action] = form === 'line' ? lineIn(said) : [said.replace(fenced, ''), blockIn(said)]
  return {
    thought: [thought, before.replace(/^\s*thought\s*:/i, '').trim()].filter(part => part !== '').join('\n'),
    action,
  }
}

/** The text with this action, and no thought. */
export const answerOf = (action: string, form: ActionForm): string =>
  form === 'line' ? `Action: ${action}` : `\`\`\`\n${action}\n\`\`\``

/** Splits off the text within `<think>`, whose opening may be part of the prompt. */
export function withoutThinking(text: string): { readonly thought: string; readonly said: string } {
  const end = text.lastIndexOf('</think>')
  const begins = /^\s*<think>/
  if (end < 0)
    return begins.test(text)
      ? { thought: text.replace(begins, '').trim(), said: '' }
      : { thought: '', said: text.trim() }
  return { thought: text.slice(0, end).replace(begins, '').trim(), said: text.slice(end + '</think>'.length).trim() }
}

/** The first fenced block, or else the whole text; an unclosed one runs to the end. */
export const blockIn = (said: string): string => (fenced.exec(said)?.[1] ?? said).trim()

const fenced = /^[ \t]*```[^\n`]*\n(.*?)(?:^[ \t]*```|$(?![\s\S]))/ms

/** Later text is the model's invention of how things continue. */
function lineIn(said: string): readonly [before: string, action: string] {
  const match = /^[ \t]*action[ \t]*:[ \t]*(.*)$/im.exec(said)
  return match === null ? ['', said] : [said.slice(0, match.index).trim(), bare(match[1] ?? '')]
}

/** Without the signs of emphasis or quotation around it. */
const bare = (text: string): string =>
  text
    .trim()
    .replace(/^([`*"']{1,3})(.*)\1$/, '$2')
    .trim()
