/**
 * SPARK, arXiv 2509.22624: a policy that is its own reward model, trained on which of its answers are right.
 *
 *   repeat
 *     roll out n answers o_i to each of P tasks q; R_i = whether the world finds o_i right
 *     D_point = (q, o_i) → R_i;  D_pair = (q, o_i, o_j) → which has R = 1;  D_reflect = (q, o_i) with R_i = 0 → a right answer
 *     n replies to each question of D; rewarded by whether they are the label, which no verifier is asked for
 *     train π on both, rewards standardised over the n answers, or replies, to one task or question
 *
 * At test time: verify(o_t), and reflect(o_t) unless it says right, up to a cap. Departures from the paper are listed in docs/methods/spark.md.
 */
import { outcomesCompared, requireComparison } from '../kit/require-comparison.ts'
import { configuredBand } from '../../learning/success-band.ts'
import { starterFolder } from '../../config/environment-source.ts'
import { questionsFor, type Review } from '../../contracts/worlds/review.ts'
import { outcomeCredit } from '../../learning/group-credit.ts'
import { noVersions, type VersionHistory } from '../../learning/staleness.ts'
import { derive } from '../../math/random.ts'
import { zip } from '../../math/zip.ts'
import type { PlannedGroup } from '../../rollout/groups.ts'
import { policyName, questionRequest } from '../../rollout/rollout-requests.ts'
import { defineMethod } from '../define-method.ts'
import type { Collected, Lab, Progress, MethodOptions } from '../method.ts'
import { policyLearning } from '../kit/policy-learning.ts'
import { rollOut, type RolledOut } from '../kit/roll-out.ts'
import { rollOutDrawn } from '../kit/roll-out-drawn.ts'
import { slotsOnly } from '../kit/slots-only.ts'
import { trainPolicy } from '../kit/train-policy.ts'
import { sparkMeasures, sparkMetrics, type Replied } from './metrics.ts'
import { sparkSettings } from './settings.ts'
import { recycle, type Recycled } from './recycle.ts'
import { selfTest } from './self-test.ts'

interface Parts {
  readonly review: Review<unknown>
}

interface Batch extends Collected {
  readonly replied: readonly Replied[]
}

export const spark = defineMethod<typeof sparkSettings, Parts, Progress, Batch, VersionHistory>({
  name: 'spark',
  settings: sparkSettings,
  uncounted: 'questions about answers, which the policy replies to and is trained on, and the test of its verification',
  models: ({ starters, environment }) => ({
    policy: starterFolder(starters.policy, environment.name, 'review-policy'),
  }),
  measures: sparkMeasures,
  fresh: noVersions,
  ...slotsOnly,

  prepare: given => Promise.resolve({ parts: { review: requireReview(given) } }),

  requireSignal: ({ config }) => requireComparison(config, outcomesCompared('spark', config.policy)),

  async collect(lab, before) {
    const questions = questionsOf(lab)
    const { batch, warnings, ...collected } = await rollOutDrawn(lab, before)
    const { training, iteration } = collected
    const recycled = recycle(training, questions, lab.config.methodOptions, derive(lab.root, 'recycling', iteration))
    const { played, ...rest } = await askAll(lab, iteration, recycled)
    return {
      ...collected,
      replied: zip(recycled, played).map(([question, group]) => ({ ...question, group })),
      batch: {
        rollouts: new Map([...batch.rollouts, ...rest.batch.rollouts]),
        invalid: [...batch.invalid, ...rest.batch.invalid],
      },
      warnings: [...warnings, ...rest.warnings],
    }
  },

  async learn(lab, { iteration, training, replied }, versions) {
    const { policy: trained, methodOptions } = lab.config
    const { answers, test } = methodOptions
    const groups = [...training, ...replied.map(({ group }) => group)]
    const credited = groups.map(group => ({ group, credit: outcomeCredit(group) }))
    const band = configuredBand(trained)
    const taught = answers ? credited : credited.slice(training.length)
    const policy = await trainPolicy(lab, { iteration, credited: taught, versions, band })
    const isTested = test.every > 0 && iteration % test.every === 0
    const measures = sparkMetrics(
      replied,
      isTested ? await lab.timed('self-test', () => selfTest(lab, questionsOf(lab), test, iteration)) : null,
    )
    return policyLearning({ policy, credited, measures })
  },
})

/** As many replies to each question as a task has answers. */
function askAll(lab: Lab, iteration: number, recycled: readonly Recycled[]): Promise<RolledOut> {
  const { episodes } = lab.config.tasks
  const planned = recycled.map(({ kind, slot }): PlannedGroup => ({
    use: 'train',
    slot,
    task: null,
    keys: Array.from({ length: episodes }, (_, episode) => ({ use: kind, iteration, slot, episode })),
  }))
  const requests = zip(recycled, planned).flatMap(([{ question }, { keys }]) =>
    keys.map(key => questionRequest(lab, key, question)),
  )
  return rollOut(lab, planned, requests)
}

const questionsOf = ({ review, model, world }: Lab & Parts) => questionsFor(review, model(policyName).form, world.name)

/** @throws {RangeError} if the world has no questions about answers. */
function requireReview({ world: { name, review } }: Pick<MethodOptions, 'world'>): Review<unknown> {
  if (review === undefined)
    throw new RangeError(`the method spark asks the policy about its answers, and ${name} has no review`)
  return review
}
