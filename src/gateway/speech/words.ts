/** Speech with a model of a world's own vocabulary: what is said to it are observations, what it says are actions. */
import { actionTokens } from '../../model/renderers/word-renderer.ts'
import { wordsRenderer } from '../../model/renderers/words.ts'
import type { Tokenizer } from '../../model/tokenizer/tokenizer.ts'
import { isAnswer, type AnswerItem, type HistoryItem } from '../history/item.ts'
import type { OfferedTool } from '../requests/agent-request.ts'
import type { AgentSpeech } from './agent-speech.ts'
import { commandCalls, commandOf } from './command-calls.ts'
import { jsonObject } from './json-object.ts'
import { spokenText } from './spoken-text.ts'

/** It is told no system's text: it has learnt its world. @throws {RangeError} if the tokenizer lacks the marks. */
export function wordsSpeech(tokenizer: Tokenizer): AgentSpeech {
  const renderer = wordsRenderer(tokenizer)
  const tokensOf = (items: readonly HistoryItem[], tools: readonly OfferedTool[]): readonly number[] => {
    const parts: Int32Array[] = []
    let observed: string[] = []
    for (const item of items) {
      if (!isAnswer(item)) observed.push(spokenText(item))
      else {
        parts.push(renderer.turn(observed.join('\n'), null), actionTokens(tokenizer, actionOf(item, tools)))
        observed = []
      }
    }
    return [...parts, renderer.turn(observed.join('\n'), null)].flatMap(part => [...part])
  }
  return {
    stop: renderer.stop,
    opening: ({ tools }, items) => Int32Array.from(tokensOf(items, tools)),
    next: ({ tools }, answer, fresh) => {
      const isEnded = renderer.stop.includes(answer.at(-1) ?? -1)
      return Int32Array.from([...(isEnded ? [] : renderer.stop), ...tokensOf(fresh, tools)])
    },
    written: renderer.text,
    read: (written, { tools }) => commandCalls(written, tools),
    /* It is a command to its end. */
    callEnd: () => null,
    settled: (begun, { tools }) => (tools.length === 0 ? begun : ''),
  }
}

const actionOf = (item: AnswerItem, tools: readonly OfferedTool[]): string =>
  item.kind === 'call' ? commandOf(item.name, jsonObject(item.arguments) ?? {}, tools) : item.text
