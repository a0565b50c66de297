/** Measures of the adaptation of tasks. */
import { measuresOf, type Measure, type MeasureTable } from '../contracts/measure.ts'

const accepted = { chart: 'Accepted tasks', format: 'count' } as const
const around = { chart: 'Tasks outside the band', format: 'count' } as const
const refused = { chart: 'Proposals that came to nothing', format: 'count' } as const

const table = {
  acceptedHarder: {
    ...accepted,
    title: 'accepted, harder',
    about: 'Tasks accepted since the run began that are harder.',
  },
  acceptedEasier: {
    ...accepted,
    title: 'accepted, easier',
    about: 'Tasks accepted since the run began that are easier.',
  },
  acceptedInAll: {
    ...accepted,
    title: 'tasks accepted',
    about: 'Since the run began.',
    column: 'tasks',
    summary: 'card',
  },
} as const satisfies MeasureTable<string>

const ofIteration = {
  outside: {
    ...around,
    title: 'outside the band',
    about: 'Training tasks without a pending proposal, with an accuracy outside the band.',
  },
  proposed: {
    ...around,
    title: 'proposals',
    about: 'Proposals made for them; fewer where a slot has one pending or no valid candidate was found.',
  },
  failed: { ...around, title: 'failed', about: 'Searches for a candidate that broke off: the task stays as it is.' },
  decided: {
    title: 'decided',
    about: 'Proposals of the last iteration that were decided on.',
    format: 'count',
    chart: 'Decisions',
  },
  accepted: {
    title: 'accepted',
    about: 'Proposals of the last iteration that were accepted.',
    format: 'count',
    chart: 'Decisions',
  },
  'refused.unreadable': { ...refused, title: 'unreadable', about: 'Proposals of a language model that are no JSON.' },
  'refused.truncated': { ...refused, title: 'cut off', about: 'Proposals of a language model without an end.' },
  'refused.refused': {
    ...refused,
    title: 'refused',
    about: "Proposals of a language model that are not of the world's form.",
  },
  'refused.unsolvable': {
    ...refused,
    title: 'unsolvable',
    about: 'Proposals of a language model that cannot be solved.',
  },
  'refused.unchanged': { ...refused, title: 'unchanged', about: 'Proposals of a language model that change nothing.' },
} as const satisfies MeasureTable<string>

export const taskMeasures: readonly Measure[] = [
  ...measuresOf(table, { prefix: 'tasks.', section: 'Tasks', of: 'run' }),
  ...measuresOf(ofIteration, { prefix: 'tasks.', section: 'Tasks' }),
]
