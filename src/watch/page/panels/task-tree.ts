import type { GroupCount, TaskHistory, TaskVersion } from '../../contract/tasks.ts'
import { element } from '../dom/element.ts'
import { formatted } from '../dom/formats.ts'

/** The root, and below each version those that were made from it: accepted, refused or still to be decided on. */
export function taskTree({ slot, versions }: TaskHistory): HTMLElement {
  const roots = versions.filter(({ parent }) => parent === null)
  return element(
    'article',
    element('h3', `Slot ${slot}`),
    element(
      'ul.versions',
      { role: 'tree', 'aria-label': `versions of slot ${slot}` },
      roots.map(root => branch(root, versions, null)),
    ),
  )
}

function branch(version: TaskVersion, all: readonly TaskVersion[], above: TaskVersion | null): HTMLElement {
  const below = all.filter(({ parent }) => parent === version.version)
  return element(
    'li',
    { role: 'treeitem', class: version.fate },
    versionCard(version, above),
    below.length === 0
      ? null
      : element(
          'ul',
          { role: 'group' },
          below.map(child => branch(child, all, version)),
        ),
  )
}

function versionCard(version: TaskVersion, above: TaskVersion | null): HTMLElement {
  const { fate, direction, edit, reason, proposer, iteration, baseline, decided, goal, task } = version
  return element(
    'div.version',
    element(
      'p',
      element('span', { class: `badge ${fate}` }, fates[fate]),
      direction === null
        ? null
        : [' ', element('span', { class: `arrow ${direction}` }, direction), ' ', element('code', edit ?? '')],
      element(
        'span.note',
        direction === null
          ? ' the task as the run began'
          : ` proposed after iteration ${iteration} by ${proposer ?? ''}`,
      ),
    ),
    reason === null ? null : element('p.reason', reason),
    baseline === null ? null : element('p.note', `Its parent was at ${countText(baseline)} then.`),
    decided === null
      ? null
      : element(
          'p.note',
          `${fate === 'accepted' ? 'Accepted' : 'Refused'} by rule ${decided.rule}: it had ${countText(decided.proposed)}, its parent ${countText(decided.current)}.`,
        ),
    goal === null || goal === above?.goal ? null : element('p', goal),
    played(version),
    element('details', element('summary', 'Task as JSON'), element('pre', task)),
  )
}

/** Accuracy in each group that was played, in order. */
function played({ measurements }: TaskVersion): HTMLElement | null {
  if (measurements.length === 0) return null
  return element(
    'p.note',
    'Played: ',
    measurements
      .slice(-8)
      .map(({ iteration, count }, index) => [index === 0 ? '' : ', ', `${countText(count)} in iteration ${iteration}`]),
    measurements.length > 8 ? ` (the last 8 of ${measurements.length})` : '',
  )
}

const fates: Readonly<Record<TaskVersion['fate'], string>> = {
  root: 'original',
  accepted: 'accepted',
  rejected: 'refused',
  pending: 'not decided yet',
  withdrawn: 'withdrawn',
}

const countText = ({ successes, trials }: GroupCount): string =>
  `${successes} of ${trials} (${formatted(trials === 0 ? null : successes / trials, 'percent', 2)})`
