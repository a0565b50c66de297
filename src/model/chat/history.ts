import { preview } from '../../text/preview.ts'
import type { ChatMessage } from './chat-message.ts'
import type { RenderChat } from './compile-template.ts'

/**
 * A template's treatment of earlier turns as a conversation continues. `kept`: they stay as written. `thoughts-dropped`: it leaves
 * out an answer's thought, or its mark, once another message follows.
 */
export type TemplateHistory = 'kept' | 'thoughts-dropped'

/**
 * Finds out whether a conversation can be continued by adding to it, as it must be where sampled tokens are kept: by
 * rendering a short one turn by turn.
 *
 * @throws {RangeError} if messages other than the model's own come out differently once others follow.
 */
export function historyOf(render: RenderChat, system: readonly ChatMessage[]): TemplateHistory {
  const asked = (content: string): ChatMessage => ({ role: 'user', content })
  const answered = (content: string): ChatMessage => ({ role: 'assistant', content })
  const answers = ['I go there.', 'I take it.']
  const talk = (all: readonly string[]): readonly ChatMessage[] => [
    ...system,
    asked('Where is it?'),
    ...all.flatMap(answer => [answered(answer), asked('And now?')]),
  ]
  const first = render(talk([]), { generate: false })
  const longer = render(talk(answers), { generate: false })
  if (!longer.startsWith(first)) throw rewritten(first, longer)
  const extends_ = (all: readonly string[]): boolean =>
    all.every((answer, index) => render(talk(all)).startsWith(render(talk(all.slice(0, index))) + answer))
  const thinking = answers.map(answer => `<think>\nIt may be there.\n</think>\n\n${answer}`)
  return extends_(answers) && extends_(thinking) ? 'kept' : 'thoughts-dropped'
}

/** What follows the place from which they differ. */
function rewritten(before: string, after: string): RangeError {
  let at = 0
  while (at < before.length && before[at] === after[at]) at += 1
  const [was, is] = [before, after].map(text => preview(text.slice(Math.max(0, at - 10), at + 40)))
  return new RangeError(
    `the chat template must leave earlier messages as they are, for what was sampled is continued and not written anew: it turns ${was} into ${is}`,
  )
}
