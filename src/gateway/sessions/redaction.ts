/**
 * What must not be kept is removed from all that is written or trained on; the model is told it as it was said. Tokens would say it, too:
 * a turn that read or wrote something of it is kept without them, and not trained on.
 */
import type { AgentAnswer, AnswerChoice } from '../answers/agent-answer.ts'
import { digestOf } from '../history/form.ts'
import type { GivenVerdict } from '../history/turn-verdicts.ts'
import type { CallItem, HistoryItem, SentItem } from '../history/item.ts'
import type { Journal, JournalLine, TurnLine } from '../journal.ts'
import type { AgentRequest } from '../requests/agent-request.ts'
import type { AgentSpeech } from '../speech/agent-speech.ts'
import type { Redact } from './load-redact.ts'
import { parsedJson } from '../../text/parsed.ts'

export interface Redaction {
  /** A request as it is kept; what was removed is remembered while its items are. */
  readonly request: (request: AgentRequest) => AgentRequest
  /** The session as the agent calls it, or a name for that. */
  readonly name: (name: string | null) => string | null
  /** Tells the model what was removed. */
  readonly speech: (speech: AgentSpeech) => AgentSpeech
  /** @param read all that was read, or what was read after a turn of which nothing was removed. */
  readonly line: (line: TurnLine, request: AgentRequest, read: readonly HistoryItem[]) => TurnLine
  readonly journal: <T extends Journal>(journal: T) => T
}

export function createRedaction(redact: Redact): Redaction {
  const originals = new WeakMap<SentItem, HistoryItem>()
  const original = (item: HistoryItem): HistoryItem => originals.get(item) ?? item
  const isSame = (text: string): boolean => redact(text) === text

  const sent = (item: SentItem): SentItem => {
    if (item.kind === 'reference' || item.kind === 'image') return item
    const made = item.kind === 'call' ? call(item) : { ...item, text: redact(item.text) }
    if (made.kind === 'call' ? made === item : 'text' in item && made.text === item.text) return item
    originals.set(made, item)
    return made
  }
  const call = (item: CallItem): CallItem => {
    const written = redact(item.arguments)
    return written === item.arguments
      ? item
      : { ...item, arguments: parsedJson(written) === undefined ? '{}' : written }
  }
  const choice = (given: AnswerChoice): AnswerChoice => ({
    ...given,
    text: redact(given.text),
    calls: given.calls.map(call),
    stoppedBy: given.stoppedBy === null ? null : redact(given.stoppedBy),
  })

  return {
    request: request => ({ ...request, items: request.items.map(sent) }),
    name: name => (name === null || isSame(name) ? name : digestOf([name])),
    speech: speech => ({
      ...speech,
      opening: (prompt, items) => speech.opening(prompt, items.map(original)),
      next: (prompt, answer, fresh) => speech.next(prompt, answer, fresh.map(original)),
    }),
    line: (line, { system, tools }, read) => {
      const answer = withChoices(line.answer, choice)
      const isAnswerSame = JSON.stringify(answer) === JSON.stringify(line.answer)
      const isReadSame = isSame(system) && isSame(JSON.stringify(tools)) && !read.some(item => originals.has(item))
      if (isAnswerSame && isReadSame) return line
      return {
        ...line,
        ...{ withheld: true, train: false, after: null, promptTokens: [] },
        ...(line.lasting === undefined ? {} : { lasting: redact(line.lasting) }),
        answer: withChoices(answer, each => ({ ...each, logprobs: null })),
        sampled: line.sampled.map(({ version }) => ({ tokens: [], logprobs: [], version })),
      }
    },
    journal: journal => ({ ...journal, append: line => journal.append(withoutReasons(line, redact)) }),
  }
}

function withChoices(answer: AgentAnswer, change: (choice: AnswerChoice) => AnswerChoice): AgentAnswer {
  const [first, ...others] = answer.choices
  return { ...answer, choices: [change(first), ...others.map(change)] }
}

/** What the reward model and people say of turns and sessions. */
function withoutReasons(line: JournalLine, redact: Redact): JournalLine {
  switch (line.kind) {
    case 'verdict':
      return { ...line, reason: redact(line.reason) }
    case 'outcome':
      return { ...line, observation: line.observation === null ? null : redact(line.observation) }
    case 'voted':
      return { ...line, verdicts: line.verdicts.map(given), hints: line.hints.map(given) }
    default:
      return line
  }
  function given(verdict: GivenVerdict): GivenVerdict {
    const reason = redact(verdict.reason)
    return reason === verdict.reason ? verdict : { ...verdict, reason, tokens: [], logprobs: [] }
  }
}
