/** The numbers of a line of metrics.jsonl, by name. Pure. */
import { isTree, type Tree } from '../../config/tree.ts'

export interface LineNumbers {
  readonly iteration: number
  /** Played in it; tokens read and written in them; seconds, evaluation and checkpoint left out. */
  readonly episodes: number
  readonly tokens: number
  readonly seconds: number
  /** By measure, finite. */
  readonly values: readonly (readonly [measure: string, value: number])[]
}

/** Not curves: places in the run, and lists for single tasks. */
const left = new Set(['iteration', 'ratios', 'device', 'sizes', 'evaluations', 'wins'])

/**
 * A line is not held to its schema, which takes longer than to read it: only numbers are points of a curve.
 *
 * @returns `null` if the value is not a line of an iteration.
 */
export function lineNumbers(value: unknown): LineNumbers | null {
  if (!isTree(value) || !Number.isInteger(value['iteration'])) return null
  const values: [string, number][] = []
  collect(value, '', values)
  for (const success of listOf(value['evaluations'])) {
    const { split, temperature, rate, pass } = treeOf(success)
    if (typeof split !== 'string' || !isNumber(temperature)) continue
    if (isNumber(rate)) values.push([`success ${split} ${temperature}`, rate])
    const { rate: solved, mean } = treeOf(pass)
    if (isNumber(solved)) values.push([`pass ${split} ${temperature}`, solved])
    if (isNumber(mean)) values.push([`mean ${split} ${temperature}`, mean])
  }
  const [time, speed] = [treeOf(value['time']), treeOf(value['speed'])]
  const seconds = (numberOr0(time['total']) - numberOr0(time['evaluation']) - numberOr0(time['checkpoint'])) / 1000
  const episodes = numberOr0(value['episodes'])
  const asked = episodes + numberOr0(value['invalid'])
  if (asked > 0) values.push(['invalidShare', numberOr0(value['invalid']) / asked])
  for (const [model, training] of Object.entries(treeOf(value['models']))) {
    const share = withoutSignal(training)
    if (share !== null) values.push([`${model}.withoutSignal`, share])
  }
  const waits = listOf(speed['device'])
    .map(use => treeOf(use)['queue'])
    .filter(isTree)
  const longest = Math.max(0, ...waits.map(queue => numberOr0(queue['p95Ms'])))
  if (waits.length > 0) values.push(['speed.queueP95', longest])
  return {
    iteration: Number(value['iteration']),
    episodes,
    tokens: numberOr0(speed['tokensPerSecond']) * seconds,
    seconds,
    values,
  }
}

/** The same of the text of a line; `null` if it is none. */
export function numbersIn(text: string): LineNumbers | null {
  try {
    return lineNumbers(JSON.parse(text))
  } catch {
    return null
  }
}

function collect(tree: Tree, prefix: string, values: [string, number][]): void {
  for (const key of Object.keys(tree)) {
    if (left.has(key)) continue
    const value = tree[key]
    const name = prefix === '' || prefix === 'models' || prefix === 'measures' ? key : `${prefix}.${key}`
    if (isNumber(value)) values.push([name, value])
    else if (isTree(value)) collect(value, name, values)
  }
}

/** Share of the samples that a filter left out because nothing in their group differed, or that had an advantage of 0. */
function withoutSignal(training: unknown): number | null {
  if (!isTree(training)) return null
  const samples = numberOr0(training['samples'])
  const dropped = Object.values(treeOf(training['dropped'])).reduce<number>((sum, count) => sum + numberOr0(count), 0)
  return samples + dropped === 0 ? null : dropped / (samples + dropped)
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
export const knownOf = (value: unknown): number | null => (isNumber(value) ? value : null)
export const numberOr0 = (value: unknown): number => knownOf(value) ?? 0
export const treeOf = (value: unknown): Tree => (isTree(value) ? value : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
