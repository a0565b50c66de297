/** A conversation in tokens, turn by turn: the model's text stays as it was sampled, and only new parts are rendered. */
import type { ChatTemplate } from '../../contracts/models/chat-template.ts'
import { preview } from '../../text/preview.ts'
import { unmarked, type Passage, type Tokenizer } from '../tokenizer/tokenizer.ts'
import { addedTokens, type AddedToken } from '../tokenizer/added-tokens.ts'
import type { ChatMessage } from './chat-message.ts'
import { compileTemplate, type RenderChat } from './compile-template.ts'
import { historyOf, type TemplateHistory } from './history.ts'
import { isRangeError } from '../../contracts/built-in-error.ts'
import { passagesOf } from './passages.ts'

interface Conversation {
  readonly history: TemplateHistory
  /** Ids of tokens that end the model's text. */
  readonly stop: readonly number[]
  /** From the start to the head of the first answer. */
  readonly opening: (instructions: string, message: string) => Int32Array
  /**
   * From the end of an answer to the head of the next one.
   *
   * @param answer tokens as sampled; one that was cut off is ended here.
   */
  readonly next: (message: string, answer: Int32Array) => Int32Array
  /** A first message that is still being written: the tokens before it, those of a piece of it, and those from its end on. */
  readonly unfinished: (instructions: string) => UnfinishedMessage
}

interface UnfinishedMessage {
  readonly head: Int32Array
  /** A piece of the message. Pieces that end in a line break have the tokens that they would have together. */
  readonly piece: (text: string) => Int32Array
  /** The rest of the message, its end, and the head of the answer. */
  readonly tail: (text: string) => Int32Array
}

/**
 * @throws {RangeError} if the template is wrong, does not end an answer by a special token, or rewrites messages: continuing
 * would be impossible.
 */
export function conversation(tokenizer: Tokenizer, template: ChatTemplate): Conversation {
  const render = compileTemplate(template)
  const withSystem = takesSystem(render)
  const history = historyOf(render, withSystem ? system : [])
  const turnEnd = endOfTurn()

  const messagesOf = (instructions: string, message: string): readonly ChatMessage[] =>
    withSystem
      ? [
          { role: 'system', content: instructions },
          { role: 'user', content: message },
        ]
      : [{ role: 'user', content: `${instructions}\n\n${message}` }]

  return {
    history,
    stop: [...new Set([turnEnd, ...template.end])],
    opening: (instructions, message) => tokenizer.encode(passagesOf(render, messagesOf(instructions, message))),
    next: (message, answer) => {
      const tokens = tokenizer.encode(after(message))
      return answer.at(-1) === turnEnd ? tokens.slice(1) : tokens
    },
    unfinished: instructions => {
      const passages = passagesOf(render, messagesOf(instructions, 'Where is it?'))
      const { text = '' } = passages.at(-2) ?? {}
      return {
        head: tokenizer.encode([
          ...passages.slice(0, -2),
          { text: text.slice(0, text.length - 'Where is it?'.length), marked: false },
        ]),
        piece: each => tokenizer.encode(unmarked(each)),
        tail: each => tokenizer.encode([...unmarked(each), ...passages.slice(-1)]),
      }
    },
  }

  function after(message: string): readonly Passage[] {
    return followingAnswer(messages => passagesOf(render, messages), [{ role: 'user', content: message }])
  }
  function endOfTurn(): number {
    const passages = after('And now?')
    const [first] = tokenizer.encode(passages)
    const [{ text } = { text: '' }] = passages
    const isFirst = ({ content, id }: AddedToken): boolean => id === first && text.startsWith(content)
    const found = addedTokens(tokenizer.json).find(isFirst)
    if (found !== undefined) return found.id
    throw new RangeError(`the chat template must end an answer by a special token, got ${preview(text.slice(0, 40))}`)
  }
}
const system: readonly ChatMessage[] = [{ role: 'system', content: 'Find it.' }]

/** Whether instructions can be a separate message, and stay there; else they begin the first message of the user. */
function takesSystem(render: RenderChat): boolean {
  try {
    if (!render([...system, { role: 'user', content: 'Where is it?' }]).includes('Find it.')) return false
    historyOf(render, system)
    return true
  } catch (thrown) {
    if (isRangeError(thrown)) return false
    throw thrown
  }
}

/** An assistant's text of which only the position matters: what was sampled stands there. */
const answered = 'There.'

/**
 * All that a template writes after an answer, up to the head of the next one.
 *
 * @param passages of a conversation. @param fresh messages that follow the answer.
 * @throws {RangeError} if the template leaves out what the assistant said.
 */
export function followingAnswer(
  passages: (messages: readonly ChatMessage[]) => readonly Passage[],
  fresh: readonly ChatMessage[],
): readonly Passage[] {
  const asked: ChatMessage = { role: 'user', content: 'Where is it?' }
  const all = passages([asked, { role: 'assistant', content: answered }, ...fresh])
  const at = all.findIndex(({ text, marked }) => !marked && text === answered)
  if (at < 0) throw new RangeError('the chat template must write what the assistant said, got a text without it')
  return all.slice(at + 1)
}
