/**
 * RLVE, arXiv 2511.07317: problems with verifiers, whose difficulty rises with the policy.
 *
 *   h_e = 0, a_e = b_e = 0 for each family e
 *   repeat
 *     draw prompts: e uniform, d uniform in (h_e − w, h_e], a problem of level d; n answers each, rewarded in [−1, 1] by e's verifier
 *     for each answer at d = h_e: b_e += 1, a_e += whether it is right
 *     where b_e ≥ minPrompts · n: h_e += 1 if a_e / b_e ≥ τ_acc; a_e = b_e = 0
 *     train the policy on rewards standardised over each group
 *
 * Departures from the paper are listed in docs/methods/rlve.md.
 */
import { outcomesCompared, requireComparison } from '../kit/require-comparison.ts'
import { configuredBand } from '../../learning/success-band.ts'
import type { Ladder } from '../../contracts/worlds/environment.ts'
import { returnCredit } from '../../learning/return-credit.ts'
import { noVersions, type VersionHistory } from '../../learning/staleness.ts'
import { derive } from '../../math/random.ts'
import { zip } from '../../math/zip.ts'
import { plannedGroup, rolloutsOf } from '../../rollout/groups.ts'
import { policyRequests } from '../../rollout/rollout-requests.ts'
import { defineMethod } from '../define-method.ts'
import type { Collected, Progress, MethodOptions } from '../method.ts'
import { policyLearning } from '../kit/policy-learning.ts'
import { rollOut } from '../kit/roll-out.ts'
import { policyStarter } from '../kit/starters.ts'
import { trainPolicy } from '../kit/train-policy.ts'
import { ladderMeasures, ladderMetrics } from './metrics.ts'
import { climb, drawProblems, startOfRatchet, type Check, type RatchetState } from './ratchet.ts'
import { rlveSettings } from './settings.ts'
import { parseRatchet } from './state.ts'

interface Parts {
  readonly ladder: Ladder<unknown>
}

interface Plan extends Progress {
  readonly ratchet: RatchetState
}

interface Batch extends Plan, Collected {
  readonly checks: readonly Check[]
}

export const rlve = defineMethod<typeof rlveSettings, Parts, Plan, Batch, VersionHistory>({
  name: 'rlve',
  settings: rlveSettings,
  models: policyStarter,
  uncounted: null,
  drawsElsewhere: true,
  measures: (_, { ladder }) => ladderMeasures(ladder?.families.map(({ name }) => name) ?? []),
  fresh: noVersions,
  save: ({ ratchet }) => ratchet,

  prepare: given => Promise.resolve({ parts: { ladder: requireLadder(given) } }),

  begin: ({ ladder, config }, slots) =>
    Promise.resolve({ iteration: 0, slots, ratchet: startOfRatchet(ladder, config.methodOptions.initial) }),

  resume: ({ ladder }, { iteration, slots, state }) => {
    const names = ladder.families.map(({ name }) => name)
    return Promise.resolve({ iteration, slots, ratchet: parseRatchet(state, names) })
  },

  requireSignal: ({ config }) =>
    requireComparison(config, { ...outcomesCompared('rlve', config.policy), compares: 'episodes' }),

  async collect(lab, { iteration: before, slots, ratchet }) {
    const { ladder, config, root } = lab
    const { methodOptions: options, tasks } = config
    const { perIteration: count, episodes } = tasks
    const iteration = before + 1
    const key = derive(root, 'rlve')
    const { problems, state } = drawProblems(ladder, ratchet, { window: options.window, count, key })
    const planned = problems.map(({ task }, slot) => plannedGroup({ use: 'train', iteration, slot, episodes }, task))
    const { played, ...rest } = await rollOut(lab, planned, policyRequests(lab, planned))
    const answers = zip(problems, played).map(([{ family, level }, group]) => ({
      family,
      level,
      right: rolloutsOf(group).map(({ episode }) => episode.won),
    }))
    const { state: after, checks } = climb(ladder, state, answers, { ...options, groupSize: episodes })
    return { iteration, slots, ratchet: after, checks, training: played, events: [], ...rest }
  },

  async learn(lab, { iteration, training, checks }, versions) {
    const credited = training.map(group => ({ group, credit: returnCredit(group) }))
    const band = configuredBand(lab.config.policy)
    const policy = await trainPolicy(lab, { iteration, credited, versions, band })
    const measures = ladderMetrics(
      checks,
      credited.map(({ credit }) => credit),
    )
    return policyLearning({ policy, credited, measures })
  },
})

/** @throws {RangeError} if the world has no levels of difficulty. */
function requireLadder({ world: { name, ladder } }: Pick<MethodOptions, 'world'>): Ladder<unknown> {
  if (ladder === undefined)
    throw new RangeError(`the method rlve draws tasks by level of difficulty, and ${name} has no ladder`)
  return ladder
}
