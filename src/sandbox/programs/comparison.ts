/** Whether a program's result is the wanted one. Pure. */
import { decimalOf } from './decimal.ts'
import type { Job } from '../../contracts/worlds/job.ts'
import { jsonValue, sameJson } from './json-value.ts'

export interface Comparison {
  readonly comparison: Job['comparison']
  readonly entry: Job['entry']['kind']
}

/** A call's result is compared as a value whatever the comparison, and as folded text where one is no JSON. */
export function agrees(found: string, wanted: string, { comparison, entry }: Comparison): boolean {
  if (entry !== 'stdio') return sameValue(found, wanted)
  return comparison === 'folded' ? sameText(found, wanted) : sameLines(found, wanted)
}

/** Equality after folding white space. Source: the released code of RLAnything. */
const sameText = (found: string, wanted: string): boolean =>
  splitWords(found).join(' ') === splitWords(wanted).join(' ')

/**
 * Line by line, white space around each ignored; two lines that differ are equal if they are the same exact decimals.
 * Source: `grade_stdio` of LiveCodeBench's testing_util.py.
 */
function sameLines(found: string, wanted: string): boolean {
  const [foundParts, wantedParts] = [linesOf(found), linesOf(wanted)]
  return (
    foundParts.length === wantedParts.length &&
    foundParts.every((line, n) => line === wantedParts[n] || sameDecimals(line, wantedParts[n] ?? ''))
  )
}

function sameDecimals(found: string, wanted: string): boolean {
  const [foundParts, wantedParts] = [splitWords(found).map(decimalOf), splitWords(wanted).map(decimalOf)]
  return (
    foundParts.length === wantedParts.length &&
    foundParts.every((number, n) => number !== null && number === wantedParts[n])
  )
}

/** Source: `grade_call_based` of LiveCodeBench's testing_util.py. */
function sameValue(found: string, wanted: string): boolean {
  const [foundValue, wantedValue] = [jsonValue(found), jsonValue(wanted)]
  return foundValue === undefined || wantedValue === undefined
    ? sameText(found, wanted)
    : sameJson(foundValue, wantedValue)
}

const linesOf = (text: string): readonly string[] => stripped(text).split('\n').map(stripped)

/** White space as Python's `str` has it: it is not that of JavaScript. Source: `str.isspace`. */
const space = String.raw`[\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]`

const spaces = new RegExp(`${space}+`, 'u')
const isSpace = new RegExp(space, 'u')

/** `text.split()`. */
const splitWords = (text: string): readonly string[] => text.split(spaces).filter(word => word !== '')

/** `text.strip()`; not by one expression, which would look for the end of the text in every white space. */
function stripped(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && isSpace.test(text.charAt(from))) from += 1
  while (from < to && isSpace.test(text.charAt(to - 1))) to -= 1
  return text.slice(from, to)
}
