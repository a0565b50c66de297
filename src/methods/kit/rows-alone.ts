/** For methods that play vector worlds by rows and train networks on them: there are no episodes of text, and no task changes. */
import type { TrainingMetrics } from '../../contracts/metrics.ts'
import type { Collected } from '../method.ts'

/** What a batch has of episodes. */
export const noEpisodes: Pick<Collected, 'batch' | 'training' | 'events' | 'warnings'> = {
  batch: { rollouts: new Map(), invalid: [] },
  training: [],
  events: [],
  warnings: [],
}

/** The training of a network. @param known of which at least the rows it was trained on, the updates and the learning rate. */
export const networkTraining = (
  known: Pick<TrainingMetrics, 'samples' | 'updates' | 'learningRate'> &
    Partial<Pick<TrainingMetrics, 'loss' | 'entropy' | 'gradientNorm'>>,
): TrainingMetrics => ({
  ...{ dropped: {}, meanStaleness: null, largestStaleness: 0, meanRatio: null, mismatch: null, loss: null, kl: null },
  ...{ clipShare: null, entropy: null, gradientNorm: null, paddingShare: null },
  ...known,
})
