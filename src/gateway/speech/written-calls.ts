/**
 * Calls in what a model wrote, in the forms of Hermes and Qwen (`<tool_call>` around JSON), of Qwen's coders (`<function=…>` within)
 * and of Llama (JSON alone, with `parameters`). What is not a call of an offered tool, with an object of arguments, stays text.
 * Source: the chat templates of Hermes 2 Pro, Qwen2.5, Qwen3-Coder and Llama 3.1. Pure.
 */
import { isTree } from '../../config/tree.ts'
import type { OfferedTool } from '../requests/agent-request.ts'
import type { WrittenAnswer, WrittenCall } from './agent-speech.ts'
import { parsedJson } from '../../text/parsed.ts'
import { jsonObject } from './json-object.ts'

export function writtenCalls(said: string, tools: readonly OfferedTool[]): WrittenAnswer {
  const offered = offeredIn(tools)
  const alone = callsAlone(said, offered)
  if (alone.length > 0) return { text: '', calls: alone }
  const calls: WrittenCall[] = []
  let [text, from] = ['', 0]
  for (const { inside, begin, end } of markedIn(said)) {
    const call = callIn(inside, offered)
    if (call === null) continue
    calls.push(call)
    text += said.slice(from, begin)
    from = end
  }
  return { text: calls.length === 0 ? said : (text + said.slice(from)).trim(), calls }
}

/** Where the first call ends, whatever is written after it; `null` if none is complete. */
export function firstCallEnd(said: string, tools: readonly OfferedTool[]): number | null {
  const offered = offeredIn(tools)
  const end = objectEnd(said)
  if (callsAlone(said.slice(0, end), offered).length > 0) return end
  return markedIn(said).find(({ inside }) => callIn(inside, offered) !== null)?.end ?? null
}

/** Where the object ends that a text begins with; 0 if it begins with none, or does not end it. */
function objectEnd(said: string): number {
  if (!/^(?:<\|python_tag\|>)?\{/.test(said)) return 0
  let depth = 0
  for (const { index, 0: sign } of said.matchAll(/"(?:[^"\\]+|\\.)*"?|[{}]/gs)) {
    if (sign === '{') depth += 1
    if (sign === '}') depth -= 1
    if (sign === '}' && depth === 0) return index + 1
  }
  return 0
}

export const callOpening = '<tool_call>'
const closing = '</tool_call>'

/** What stands between marks, without blanks around it, and where the marks begin and end; marks that are not closed are none. */
export function markedIn(said: string) {
  let end = 0
  return said
    .split(closing)
    .slice(0, -1)
    .flatMap(part => {
      const [from, begin] = [end, part.indexOf(callOpening)]
      end += part.length + closing.length
      return begin < 0 ? [] : [{ inside: part.slice(begin + callOpening.length).trim(), begin: from + begin, end }]
    })
}

type Offered = ReadonlyMap<string, OfferedTool>

const offeredIn = (tools: readonly OfferedTool[]): Offered => new Map(tools.map(tool => [tool.name, tool]))

/** Llama writes nothing besides; several are set apart by semicolons or lines. */
function callsAlone(said: string, offered: Offered): readonly WrittenCall[] {
  const calls: WrittenCall[] = []
  for (let left = said.trim().replace(/^<\|python_tag\|>/, ''); left !== '';) {
    const end = objectEnd(left)
    const call = callOfJson(left.slice(0, end), offered)
    const [gap = ''] = /^\s*;?\s*/.exec(left.slice(end)) ?? []
    const next = left.slice(end + gap.length)
    const isApart = next !== '' && /[;\n]/.test(gap)
    if (call === null || (end < left.length && !isApart)) return []
    calls.push(call)
    left = next
  }
  return calls
}

const callIn = (inside: string, offered: Offered): WrittenCall | null =>
  callOfJson(inside, offered) ?? callOfTags(inside, offered)

function callOfJson(text: string, offered: Offered): WrittenCall | null {
  const { name, arguments: own, parameters } = jsonObject(text) ?? {}
  const given = own ?? parameters ?? {}
  if (typeof name !== 'string' || !offered.has(name) || !isTree(given)) return null
  return { name, arguments: JSON.stringify(given) }
}

/** Values are texts; those of other types are written as JSON. */
function callOfTags(inside: string, offered: Offered): WrittenCall | null {
  const [, name = '', body = ''] = /^<function=([^>\s]+)>([^]*)<\/function>$/.exec(inside) ?? []
  const tool = offered.get(name)
  if (tool === undefined) return null
  const given = [...body.matchAll(/<parameter=([^>\s]+)>\n?([^]*?)\n?<\/parameter>/g)].map(
    ([, key = '', text = '']) => [key, isText(tool, key) ? text : (parsedJson(text) ?? text)] as const,
  )
  return { name, arguments: JSON.stringify(Object.fromEntries(given)) }
}

function isText({ parameters }: OfferedTool, key: string): boolean {
  const { properties } = parameters
  const property = isTree(properties) ? properties[key] : undefined
  return isTree(property) && property['type'] === 'string'
}
