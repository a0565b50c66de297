import { measuresOf, type MeasureTable } from '../../contracts/measure.ts'
import type { ExpertPool, Solution } from './experts.ts'
import type { FineTuning } from './fine-tune.ts'
import type { PassMeasurement } from './pass.ts'

interface LoopFigures {
  readonly pool: ExpertPool
  readonly experts: readonly Solution[]
  /** `null` but at the end of a phase. */
  readonly tuned: FineTuning | null
  readonly measurement: PassMeasurement | null
}

const pass = { format: 'percent', chart: 'pass@k' } as const
const solutions = { format: 'count', chart: 'Solutions' } as const

const table = {
  solutions: { ...solutions, title: 'of the phase', about: 'Won trajectories of the phase so far.' },
  hardSolutions: { ...solutions, title: 'of hard tasks', about: 'Those of them to fine-tune on.' },
  fineTuningUpdates: { title: 'fine-tuning updates', about: 'At the end of a phase.', format: 'count' },
  fineTuningLoss: { title: 'fine-tuning loss', about: 'At the end of a phase.', unit: 'nats', format: 'decimal' },
  passAt1: { ...pass, title: 'pass@1', about: 'Of held-out tasks: the chance that one answer is right.' },
  passAtK: { ...pass, title: 'pass@k', about: 'Of held-out tasks: the chance that of k answers one is right.' },
  distinctAnswers: {
    title: 'different right answers',
    about: 'To a held-out task, mean over the tasks.',
    format: 'decimal',
    least: 0,
  },
  forgottenTasks: {
    title: 'forgotten tasks',
    about: 'Of the held-out tasks that were ever solved before, the share that no answer solves now.',
    format: 'percent',
  },
} as const satisfies MeasureTable<string>

export const loopMeasures = measuresOf(table, { section: 'RLoop' })

/** Of the phase so far, of the fine-tuning at its end, and of the held-out tasks where they were measured. */
export const loopMetrics = ({
  pool,
  experts,
  tuned,
  measurement,
}: LoopFigures): Readonly<Record<keyof typeof table, number | null>> => ({
  solutions: Object.values(pool).reduce((sum, { solutions }) => sum + solutions.length, 0),
  hardSolutions: experts.length,
  fineTuningUpdates: tuned?.updates ?? null,
  fineTuningLoss: tuned?.loss ?? null,
  passAt1: measurement?.passAt[0]?.rate ?? null,
  passAtK: measurement?.passAt.at(-1)?.rate ?? null,
  distinctAnswers: measurement?.distinct ?? null,
  forgottenTasks: measurement?.forgotten ?? null,
})
