/** Arguments of a call, by the names of the function's parameters, checked as they are read. */
import { ActionError } from './action-error.ts'
import type { PythonCall } from '../python/calls.ts'
import { pythonRepr } from '../python/repr.ts'
import type { PythonValue } from '../python/literal.ts'

/** Reads arguments with their types. @throws {ActionError} as Python or Playwright would refuse them. */
export interface BoundArguments {
  /** The bid of an element. */
  readonly bid: (name: string) => string
  readonly text: (name: string) => string
  /** A text or a list of texts. */
  readonly texts: (name: string) => readonly string[]
  readonly number: (name: string, otherwise?: number) => number
  /** Any value; whether it is true for Python. */
  readonly flag: (name: string, otherwise: boolean) => boolean
  readonly oneOf: <T extends string>(name: string, choices: readonly T[], otherwise: T) => T
  readonly someOf: <T extends string>(name: string, choices: readonly T[]) => readonly T[]
}

/**
 * @param parameters in their order; those that may be left out end with `?`.
 * @throws {ActionError} TypeError or SyntaxError where the call does not fit them.
 */
export function bindArguments(call: PythonCall, parameters: readonly string[]): BoundArguments {
  const values = valuesOf(call, parameters)
  const wrong = (name: string, wanted: string): ActionError =>
    new ActionError('Error', `Locator.${call.name}: ${name}: expected ${wanted}, got ${typeOf(values.get(name))}`)

  const text = (name: string): string => {
    const value = values.get(name)
    if (typeof value !== 'string') throw wrong(name, 'string')
    return value
  }
  const texts = (name: string): readonly string[] => {
    const value = values.get(name)
    const list = isList(value) ? value : [value]
    return list.map(each => {
      if (typeof each !== 'string') throw wrong(name, 'string')
      return each
    })
  }
  const choose = <T extends string>(name: string, given: string, choices: readonly T[]): T => {
    const choice = choices.find(each => each === given)
    if (choice === undefined) throw wrong(name, `one of (${choices.join('|')})`)
    return choice
  }

  return {
    text,
    texts,
    bid: name => {
      const value = values.get(name) ?? null
      if (typeof value === 'string') return value
      throw new ActionError('ValueError', `expected a string, got ${shownInPython(value)}`)
    },
    number: (name, otherwise) => {
      const value = values.get(name) ?? otherwise
      if (typeof value !== 'number') throw wrong(name, 'number')
      return value
    },
    flag: (name, otherwise) => isTrue(values.get(name) ?? otherwise),
    oneOf: (name, choices, otherwise) => (values.has(name) ? choose(name, text(name), choices) : otherwise),
    someOf: (name, choices) => (values.has(name) ? texts(name).map(each => choose(name, each, choices)) : []),
  }
}

function valuesOf({ name, positional, keywords }: PythonCall, parameters: readonly string[]): Map<string, PythonValue> {
  const names = parameters.map(parameter => parameter.replace('?', ''))
  const required = parameters.filter(parameter => !parameter.endsWith('?'))
  const refuse = (what: string): never => {
    throw new ActionError('TypeError', `${name}() ${what}`)
  }
  const repeated = keywords.find(([key], index) => keywords.findIndex(([other]) => other === key) < index)
  if (repeated !== undefined) throw new ActionError('SyntaxError', `keyword argument repeated: ${repeated[0]}`)
  if (positional.length > names.length)
    refuse(`takes ${countOf(required.length, names.length)} but ${positional.length} ${given(positional.length)}`)

  const values = new Map(names.slice(0, positional.length).map((key, index) => [key, positional[index] ?? null]))
  for (const [key, value] of keywords) {
    if (!names.includes(key)) refuse(`got an unexpected keyword argument '${key}'`)
    if (values.has(key)) refuse(`got multiple values for argument '${key}'`)
    values.set(key, value)
  }
  const missing = required.filter(key => !values.has(key)).map(key => `'${key}'`)
  if (missing.length > 0)
    refuse(`missing ${missing.length} required positional ${plural(missing.length)}: ${missing.join(' and ')}`)
  return values
}

const plural = (count: number): string => (count === 1 ? 'argument' : 'arguments')
const given = (count: number): string => (count === 1 ? 'was given' : 'were given')
const countOf = (least: number, most: number): string =>
  least === most ? `${most} positional ${plural(most)}` : `from ${least} to ${most} positional ${plural(most)}`

const isList = (value: PythonValue | undefined): value is readonly PythonValue[] => Array.isArray(value)
const isTrue = (value: PythonValue): boolean =>
  isList(value)
    ? value.length > 0
    : typeof value === 'object' && value !== null
      ? Object.keys(value).length > 0
      : !!value
const typeOf = (value: PythonValue | undefined): string =>
  value === undefined || value === null ? 'undefined' : isList(value) ? 'array' : typeof value

const shownInPython = (value: PythonValue): string =>
  value === null ? 'None' : typeof value === 'object' ? JSON.stringify(value) : pythonRepr(value)
