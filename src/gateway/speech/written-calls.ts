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
  const offered = new Map(tools.map(tool => [tool.name, tool]))
  const alone = callsAlone(said, offered)
  if (alone.length > 0) return { text: '', calls: alone }
  const calls: WrittenCall[] = []
  const text = said.replaceAll(marked, (all, inside: string) => {
    const call = callOfJson(inside, offered) ?? callOfTags(inside, offered)
    if (call === null) return all
    calls.push(call)
    return ''
  })
  return { text: calls.length === 0 ? said : text.trim(), calls }
}

/** Where the first call ends, whatever is written after it; `null` if none is complete. */
export function firstCallEnd(said: string, tools: readonly OfferedTool[]): number | null {
  const ends = [objectEnd(said), ...Array.from(said.matchAll(marked), ({ index, 0: all }) => index + all.length)]
  return ends.find(end => writtenCalls(said.slice(0, end), tools).calls.length > 0) ?? null
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

export const marked = /<tool_call>\s*([^]*?)\s*<\/tool_call>/g

type Offered = ReadonlyMap<string, OfferedTool>

/** Llama writes nothing besides; several are set apart by semicolons or lines, which texts within may hold, too. */
function callsAlone(said: string, offered: Offered): readonly WrittenCall[] {
  const whole = said.trim().replace(/^<\|python_tag\|>/, '')
  if (!whole.startsWith('{')) return []
  const calls: WrittenCall[] = []
  let begun = ''
  for (const part of whole.split(/([;\n]\s*(?=\{))/)) {
    begun = (begun + part).replace(/^[;\s]+/, '')
    const call = callOfJson(begun, offered)
    if (call === null) continue
    calls.push(call)
    begun = ''
  }
  return begun === '' ? calls : []
}

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
