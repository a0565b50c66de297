/** Whether what a program gave is what was wanted. Pure. */
import { decimalOf } from './decimal.ts'
import type { Job } from '../../contracts/worlds/job.ts'
import { sameData } from '../../contracts/same-data.ts'

export interface Comparison {
  readonly comparison: Job['comparison']
  readonly entry: Job['entry']['kind']
}

/** What a call gave is compared as a JSON value whatever the comparison, and as folded text where one is no JSON. */
export function agrees(found: string, wanted: string, { comparison, entry }: Comparison): boolean {
  if (entry !== 'stdio') return sameValue(found, wanted)
  return comparison === 'folded' ? sameText(found, wanted) : sameLines(found, wanted)
}

/** Equality after folding white space. Source: the released code of RLAnything. */
const sameText = (found: string, wanted: string): boolean => wordsOf(found).join(' ') === wordsOf(wanted).join(' ')

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
  const [foundParts, wantedParts] = [wordsOf(found).map(decimalOf), wordsOf(wanted).map(decimalOf)]
  return (
    foundParts.length === wantedParts.length &&
    foundParts.every((number, n) => number !== null && number === wantedParts[n])
  )
}

function sameValue(found: string, wanted: string): boolean {
  const [foundParts, wantedParts] = [exactJson(found), exactJson(wanted)]
  return foundParts === undefined || wantedParts === undefined
    ? sameText(found, wanted)
    : sameData(foundParts, wantedParts)
}

/** JSON in which each number is the text of its exact decimal, which no float would keep; `undefined` if it is none. */
function exactJson(text: string): unknown {
  const exact = text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, token =>
    token.startsWith('"') ? `"text ${token.slice(1)}` : `"number ${decimalOf(token)}"`,
  )
  try {
    return JSON.parse(exact)
  } catch {
    return undefined
  }
}

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter(word => word !== '')

const linesOf = (text: string): readonly string[] =>
  text
    .trim()
    .split('\n')
    .map(line => line.trim())
