import { isTree } from '../../../config/tree.ts'
import type { ActorEvent } from '../../contract/actors.ts'
import { knownOf, treeOf } from '../../folder/line-numbers.ts'

/** A line of deaths.jsonl in words; `null` if it is none. */
export function actorEvent(line: unknown): ActorEvent | null {
  if (!isTree(line) || typeof line['kind'] !== 'string') return null
  const death = treeOf(line['death'])
  const actor = line['actor'] ?? death['actor']
  const [cause, reason] = [death['cause'], death['reason']].map(each => (typeof each === 'string' ? each : ''))
  return {
    actor: typeof actor === 'string' ? actor : '',
    iteration: knownOf(line['iteration']) ?? 0,
    kind: line['kind'],
    text: cause === '' ? restartText(line['incarnation']) : `${cause}: ${reason}`,
  }
}

const restartText = (incarnation: unknown): string =>
  typeof incarnation === 'number' ? `restart number ${incarnation}` : ''
