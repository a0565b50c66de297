import type { Attacked, Hole } from '../../laws/attack/attack.ts'
import { shortened } from '../../text/preview.ts'
import { right, textTable } from '../../text/text-table.ts'
import { visible } from '../../text/visible.ts'
import { decimal } from './numbers.ts'

/** A sentence, and each hole with its episode and its reward by part. */
export function attackTable({ holes, played, mostPaid }: Attacked): string {
  const found = holes.length === 0 ? 'no hole found' : `${holes.length} ${holes.length === 1 ? 'hole' : 'holes'} found`
  const most = Number.isFinite(mostPaid)
    ? `; without success, at most ${decimal(mostPaid)} of the way from doing nothing to success is paid`
    : ''
  return [`${found} in ${played} episodes${most}`, ...holes.map(holeText)].join('\n\n')
}

const statements: Readonly<Record<Hole['kind'], string>> = {
  reward: 'the mean reward of its steps is that of success, or more',
  advantage: 'beside success and doing nothing, its mean advantage is that of success, or more',
  ownReward: "the sum of the world's own rewards is that of success, or more",
  grader: 'words that are no action of the world win',
  invalid: 'the episode becomes invalid instead of lost',
  fork: 'what is done in a fork reaches the episode',
}

function holeText({ kind, by, actions, pay, reason }: Hole): string {
  const lines = actions.map((action, step) => {
    const { reward = null, signal = null, own = null } = pay?.steps[step] ?? {}
    const shown = visible(shortened(action)).replace(/\S{61,}/g, word => shortened(word, 60))
    return [String(step), shown, decimal(reward), decimal(signal), decimal(own)]
  })
  const columns = [
    right('step'),
    { title: 'action', align: 'left', width: 60 },
    ...['R', 'of it votes', "the world's own"].map(right),
  ] as const
  const paid = kind === 'reward' || kind === 'advantage' || kind === 'ownReward' ? pay?.[kind] : null
  const numbers =
    paid === undefined || paid === null
      ? (reason ?? '')
      : `${decimal(paid.attempt)}; success ${decimal(paid.success)}, doing nothing ${decimal(paid.nothing)}`
  return [`${kind} (by ${by}): ${statements[kind]}`, numbers, textTable(columns, lines)]
    .filter(text => text !== '')
    .join('\n')
}
