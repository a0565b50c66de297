/** Where the time of iterations went, as stretches on lanes. Pure. */
import { isTree, type Tree } from '../../../config/tree.ts'
import type { DeviceRow, WorkSpan } from '../../contract/actors.ts'
import { knownOf, numberOr0, treeOf } from '../../folder/line-numbers.ts'

/** Sums of the other times of an iteration. */
const sums = ['total', 'waiting']

export const loopLane = 'loop'

/**
 * For runs without a timeline. Lines hold how long each part and each verb of the device took, and not when it began: parts are laid one after the other
 * in the order of the loop, verbs one after the other from the beginning of their iteration, a lane a model.
 *
 * @param lines of metrics.jsonl, in order.
 */
export function spansOf(lines: readonly Tree[]): readonly WorkSpan[] {
  let begun = 0
  return lines.flatMap(line => {
    const iteration = numberOr0(line['iteration'])
    const time = treeOf(line['time'])
    const parts = Object.keys(time)
      .filter(name => !sums.includes(name))
      .map(name => ({ lane: loopLane, name, ms: numberOr0(time[name]) }))
    const verbs = deviceRows(line).map(({ verb, model, ms }) => ({ lane: `device: ${model}`, name: verb, ms }))
    const ends = new Map<string, number>()
    const spans = [...parts, ...verbs]
      .filter(({ ms }) => ms > 0)
      .map(({ lane, name, ms }) => {
        const startMs = ends.get(lane) ?? begun
        ends.set(lane, startMs + ms)
        return { lane, name, iteration, startMs, ms, busyMs: null, calls: null, depth: null }
      })
    begun += numberOr0(time['total'])
    return spans
  })
}

/** Use of the device in an iteration. */
export function deviceRows(line: Tree): readonly DeviceRow[] {
  const uses = treeOf(line['speed'])['device']
  return (Array.isArray(uses) ? uses : []).filter(isTree).map(use => {
    const queue = treeOf(use['queue'])
    return {
      verb: textOf(use['verb']),
      model: textOf(use['model']),
      calls: numberOr0(use['calls']),
      requests: numberOr0(use['requests']),
      sequences: numberOr0(use['sequences']),
      tokens: numberOr0(use['tokens']),
      ms: numberOr0(use['ms']),
      queueMeanMs: knownOf(queue['meanMs']),
      queueP95Ms: knownOf(queue['p95Ms']),
    }
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
