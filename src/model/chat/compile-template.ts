/** The one place that uses @huggingface/jinja. */
import { Template } from '@huggingface/jinja'
import type { ChatTemplate } from '../../contracts/models/chat-template.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { strftime } from '../../text/strftime.ts'
import { shortened } from '../../text/preview.ts'
import type { ChatMessage } from './chat-message.ts'

/** A conversation as text, up to where the model continues. */
export type RenderChat = (messages: readonly ChatMessage[], options?: RenderOptions) => string

interface RenderOptions {
  /** Whether the head of an answer follows the messages; `true`. */
  readonly generate?: boolean
  /** The tools of the model: `type` and `function` with name, description and parameters. None if left out. */
  readonly tools?: readonly object[] | undefined
}

/**
 * The template as a function.
 *
 * @throws {RangeError} if it is not Jinja. So does the function, if the template refuses the messages.
 */
export function compileTemplate({
  source,
  tokens,
  date,
}: Pick<ChatTemplate, 'source' | 'tokens' | 'date'>): RenderChat {
  /* As Jinja's lexer does before anything else (`newline_re`). */
  const template = told('is not Jinja', () => new Template(dateOfRun + source.replaceAll(/\r\n?/g, '\n')))
  return (messages, { generate = true, tools } = {}) =>
    told('refuses the conversation', () =>
      template.render({
        ...tokens,
        date_of_run: (format: unknown) => dateIn(String(format), date),
        messages: messages.map(message => ({ ...message })),
        add_generation_prompt: generate,
        ...(tools === undefined ? {} : { tools }),
      }),
    )
}

/** The library's `strftime_now` is the clock, by which a prompt would change at midnight. The line break goes with the block. */
const dateOfRun = '{% set strftime_now = date_of_run %}\n'

function dateIn(format: string, date: string | undefined): string {
  if (date === undefined) throw new RangeError('it writes the date, and none is set: set policy.date, e.g. 2026-01-31')
  return strftime(date, format)
}

function told<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (thrown) {
    throw new RangeError(`the chat template ${what}: ${shortened(reasonOf(thrown))}`, { cause: thrown })
  }
}
