/**
 * Calls as commands of a text world, for models with a vocabulary of a world's own: `take mug 1 from desk 1` is the tool `take` with
 * the parameters `object` and `from`. The name of a parameter stands before its value, except for the first one; `_` is a blank. Pure.
 */
import { isTree } from '../../config/tree.ts'
import type { OfferedTool } from '../requests/agent-request.ts'
import type { WrittenAnswer } from './agent-speech.ts'

/** The command as a call of the offered tool with the longest name that begins it; it is text if there is none that takes its words. */
export function commandCalls(command: string, tools: readonly OfferedTool[]): WrittenAnswer {
  const [tool] = tools
    .filter(({ name }) => `${command} `.startsWith(`${verbOf(name)} `))
    .sort((a, b) => b.name.length - a.name.length)
  const words = command.slice(verbOf(tool?.name ?? '').length).match(/\S+/g) ?? []
  const given = tool === undefined ? null : argumentsIn(words, namesOf(tool))
  if (tool === undefined || given === null) return { text: command, calls: [] }
  return { text: '', calls: [{ name: tool.name, arguments: JSON.stringify(given) }] }
}

/** A call as the command that is read as that call. */
export function commandOf(
  name: string,
  given: Readonly<Record<string, unknown>>,
  tools: readonly OfferedTool[],
): string {
  const tool = tools.find(each => each.name === name)
  const [first, ...others] = tool === undefined ? Object.keys(given) : namesOf(tool)
  const valueOf = (key: string): readonly string[] => (given[key] === undefined ? [] : [wordsOf(given[key])])
  const named = others.flatMap(key => valueOf(key).map(value => `${key} ${value}`))
  return [verbOf(name), ...(first === undefined ? [] : valueOf(first)), ...named].join(' ')
}

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const verbOf = (name: string): string => name.replaceAll('_', ' ')

const namesOf = ({ parameters: { properties } }: OfferedTool): readonly string[] =>
  isTree(properties) ? Object.keys(properties) : []

/** `null` if there are words that belong to no parameter. */
function argumentsIn(words: readonly string[], names: readonly string[]): Readonly<Record<string, string>> | null {
  const given = new Map<string, readonly string[]>()
  let [name] = names
  for (const word of words) {
    if (name === undefined) return null
    const isName = names.indexOf(word) > names.indexOf(name)
    if (isName) name = word
    given.set(name, [...(given.get(name) ?? []), ...(isName ? [] : [word])])
  }
  return Object.fromEntries([...given].map(([key, value]) => [key, value.join(' ')]))
}
