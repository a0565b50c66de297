/** The one place that uses @huggingface/jinja. */
import { Template } from '@huggingface/jinja'
import type { ChatTemplate } from '../../contracts/models/chat-template.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { shortened } from '../../text/shown.ts'
import type { ChatMessage } from './chat-message.ts'

/** A conversation as text, up to where the model goes on writing. */
export type RenderChat = (messages: readonly ChatMessage[], options?: RenderOptions) => string

export interface RenderOptions {
  /** Whether the head of an answer follows the messages; `true`. */
  readonly generate?: boolean
}

/**
 * The template as a function.
 *
 * @throws {RangeError} if it is not Jinja. So does the function, if the template refuses the messages.
 */
export function compileTemplate({ source, tokens }: Pick<ChatTemplate, 'source' | 'tokens'>): RenderChat {
  /* As Jinja's lexer does before anything else (`newline_re`). */
  const template = told('is not Jinja', () => new Template(source.replaceAll(/\r\n?/g, '\n')))
  return (messages, { generate = true } = {}) =>
    told('refuses the conversation', () =>
      template.render({
        ...tokens,
        messages: messages.map(message => ({ ...message })),
        add_generation_prompt: generate,
      }),
    )
}

function told<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (thrown) {
    throw new RangeError(`the chat template ${what}: ${shortened(reasonOf(thrown))}`, { cause: thrown })
  }
}
