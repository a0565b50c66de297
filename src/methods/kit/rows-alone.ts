/** For methods that play vector worlds by rows and train networks on them: there are no episodes of text, and no task changes. */
import type { TrainingMetrics } from '../../contracts/metrics.ts'
import type { VectorRows } from '../../contracts/worlds/vector-rows.ts'
import type { Collected, Progress } from '../method.ts'

/** A batch without episodes. @param rows `null` if nothing was played. */
export const rowsAlone = <Rows extends VectorRows | null>(rows: Rows) =>
  ({
    ...{ batch: { rollouts: new Map(), invalid: [] }, training: [], events: [], warnings: [], rows },
    vectorSteps: rows === null ? 0 : rows.worlds * rows.steps,
  }) satisfies Omit<Collected, keyof Progress> & { readonly rows: Rows }

/** The training of a network. @param known of which at least the rows it was trained on, the updates and the learning rate. */
export const networkTraining = (
  known: Pick<TrainingMetrics, 'samples' | 'updates' | 'learningRate'> &
    Partial<Pick<TrainingMetrics, 'loss' | 'entropy' | 'gradientNorm' | 'kl' | 'clipShare'>>,
): TrainingMetrics => ({
  ...{ dropped: {}, meanStaleness: null, largestStaleness: 0, meanRatio: null, mismatch: null, loss: null, kl: null },
  ...{ clipShare: null, entropy: null, gradientNorm: null, paddingShare: null },
  ...known,
})
