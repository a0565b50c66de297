import type { Passage } from '../tokenizer/tokenizer.ts'
import type { ChatMessage } from './chat-message.ts'
import type { RenderChat } from './compile-template.ts'

/**
 * A conversation in passages, up to the head of an answer: the template's text, and the messages' text. The template gets a
 * placeholder for each message with the white space around it, which it may trim; of instructions also the text, in which some
 * templates look for switches, such as SmolLM3's `/no_think`.
 */
export function passagesOf(render: RenderChat, messages: readonly ChatMessage[]): readonly Passage[] {
  const read = (inside: (message: ChatMessage, said: string) => string): readonly Passage[] => {
    const standIns = messages.map((message, index) => ({
      ...message,
      content: message.content.replace(/\S(?:.*\S)?/s, said => `${open}${index}${inside(message, said)}${close}`),
    }))
    const parts = render(standIns).split(standIn)
    return parts.flatMap((text, at): readonly Passage[] => {
      if (at % 3 === 0) return [{ text, marked: true }]
      if (at % 3 === 2) return []
      return [{ text: parts[at + 1] ?? messages[Number(text)]?.content.trim() ?? '', marked: false }]
    })
  }
  const shown = read(({ role }, said) => (role === 'system' && !signs.test(said) ? `:${said}` : ''))
  const isWhole =
    shown.filter(({ marked }) => !marked).length === messages.filter(({ content }) => content.trim()).length
  return isWhole ? shown : read(() => '')
}

/** Private signs, which no template writes; messages may hold them, for a template never sees them. */
const [open, close] = ['\u{E000}', '\u{E001}']
const signs = /[\u{E000}\u{E001}]/u
const standIn = /\u{E000}(\d+)(?::([^\u{E000}\u{E001}]*))?\u{E001}/u
