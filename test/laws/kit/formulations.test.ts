/** What each formulation that comes with the package keeps and breaks: all of it is known. */
import test from 'ava'
import lengthLaws from '../../../examples/length-law.ts'
import { acceptsSoundly } from '../../../src/curriculum/acceptance/sound-acceptance.ts'
import type { Formulation } from '../../../src/methods/rlanything/formulation/formulation.ts'
import { paper, paperOfPrograms } from '../../../src/methods/rlanything/formulation/paper.ts'
import {
  drGrpo,
  grpoFormulation,
  rloo,
  rlooWithDeviation,
} from '../../../src/methods/rlanything/formulation/shipped/episode-level.ts'
import {
  anchored,
  brier,
  leaveOneOut,
  votesAsPotential,
} from '../../../src/methods/rlanything/formulation/shipped/compared.ts'
import { gigpo } from '../../../src/methods/rlanything/formulation/shipped/gigpo.ts'
import { allPassed } from '../../../src/methods/rlanything/formulation/shipped/programs.ts'
import {
  lambdaSchedule,
  outcomeOnly,
  potentialShaping,
  stepOnly,
} from '../../../src/methods/rlanything/formulation/shipped/signals.ts'
import { checkFormulation, describeFormulation, formulationLaws } from '../../../src/laws/index.ts'
import { present } from '../../fixtures/present.ts'

/** What everything breaks that takes these parts from the configuration. */
const ofLoss = ['loss-finite']
const ofStepGroups = ['size-of-reward-counts', 'unanimous-teaches']
const ofAcceptance = ['unchanged-seldom-passes']
/** Every rule but `anchored` pays a vote by how good the situation was, too. */
const ofNoAnchor = ['vote-follows-advantage', 'vote-on-equal-actions', 'vote-shift']
const ofOutcomes = [...ofAcceptance, ...ofLoss, ...ofNoAnchor]
/** The default configuration compares votes by step index; the paper, by name, over one step. */
const ofDefaults = ['agreement-pays-nothing', ...ofOutcomes]
const ofPaper = [...ofStepGroups, ...ofDefaults]
/** A penalty of 2 is too small where rewards reach further than 2. */
const ofFarRewards = ['malformed-not-better-than-wrong']
const ofNoVotes = ['reward-precision', 'precision-bound']

/** With the number of cases in which all of it is found, 40 unless told. */
const known: readonly (readonly [Formulation, readonly string[], number?])[] = [
  [paper(), ofPaper],
  [paper({ lambda: 0.3, voteGroup: 'step-index' }), ofDefaults],
  [paper({ voteGroup: 'task' }), ofDefaults],
  [paper({ singleton: 'raw' }), ['singleton', 'no-variance', ...ofPaper]],
  [
    { name: 'sound', accepts: ({ direction, ...counts }) => acceptsSoundly(direction, counts, { band: counts.band }) },
    ['agreement-pays-nothing', ...ofLoss, ...ofNoAnchor],
  ],
  [outcomeOnly, [...ofNoVotes, ...ofOutcomes]],
  [
    stepOnly,
    [
      'agreement-pays-nothing',
      ...ofAcceptance,
      ...ofLoss,
      'vote-follows-advantage',
      'failure-earns-less',
      'failure-has-less-advantage',
    ],
  ],
  [lambdaSchedule({ first: 0, last: 2 }), [...ofFarRewards, ...ofNoVotes, ...ofOutcomes]],
  [potentialShaping(), [...ofFarRewards, ...ofDefaults]],
  [grpoFormulation, ofDefaults],
  [drGrpo, ['scale', ...ofDefaults]],
  [rloo, ['duplication', 'scale', ...ofDefaults]],
  [rlooWithDeviation, ['duplication', 'scale', 'advantage-bounded', ...ofDefaults]],
  [paperOfPrograms(), [...ofStepGroups, ...ofAcceptance, ...ofLoss]],
  [allPassed(), [...ofAcceptance, ...ofLoss]],
  [anchored(), [...ofAcceptance, ...ofLoss]],
  [brier(), ['size-of-reward-counts', ...ofOutcomes]],
  [leaveOneOut(), ofOutcomes],
  [votesAsPotential(), ['size-of-reward-counts', ...ofOutcomes]],
  [gigpo(), ['no-variance', 'advantage-monotone', 'shift', 'advantage-bounded', ...ofDefaults], 100],
]

known.forEach(([formulation, breaks, runs = 40], index) => {
  test(`${index}, ${formulation.name}: it breaks what it is known to break, and nothing else`, async t => {
    const broken: string[] = []
    for await (const { law, result } of checkFormulation(formulation, { runs }))
      if (result.verdict === 'broken') broken.push(law.name)
    t.deepEqual(broken.toSorted(), breaks.toSorted())
  })
})

for (const { name, check } of describeFormulation(paper(), { severities: ['must'] }))
  test(name, t => t.notThrowsAsync(check))

test('a law that asks for a claim applies where just that is claimed', async t => {
  const { name, claims: _, ...parts } = paper()
  const own = { ...parts, name, objective: { kind: 'clipped', clip: 0.2, klWeight: 0 } } as const
  const asked: string[] = []
  for await (const { law, result: unclaimed } of checkFormulation({ ...own, claims: {} }, { runs: 1 })) {
    if (!('claim' in unclaimed)) continue
    asked.push(law.name)
    const { claim: claims } = unclaimed
    for await (const { result } of checkFormulation({ ...own, claims }, { laws: [law], runs: 1 }))
      t.not(result.verdict, 'not applicable', law.name)
  }
  t.is(asked.length, 8)
})

test('a broken law throws its worked example', async t => {
  const [singleton] = describeFormulation(paper({ singleton: 'raw' }), { parts: ['advantages'] }).filter(({ name }) =>
    name.includes('singleton:'),
  )
  await t.throwsAsync(async () => singleton?.check(), {
    message: /^paper breaks singleton \(must\).*\n {2}expected {2}0\n/s,
  })
})

test('a counterexample shows digits that differ, and the place of what is missing', async t => {
  const found = async (advantages: Required<Formulation>['advantages'], law: string) => {
    const laws = formulationLaws.filter(({ name }) => name === law)
    for await (const { result } of checkFormulation({ name: 'mine', advantages }, { laws }))
      if (result.verdict === 'broken') return result.finding
    return null
  }
  const floored: Required<Formulation>['advantages'] = rewards => {
    const all = rewards.flat().map(Number)
    const mean = all.reduce((sum, reward) => sum + reward, 0) / all.length
    const deviation = Math.sqrt(all.reduce((sum, reward) => sum + (reward - mean) ** 2, 0) / all.length)
    return rewards.map(row => row.map(reward => (Number(reward) - mean) / (deviation + 1e-6)))
  }
  const scaled = await found(floored, 'scale')
  t.not(
    Number.parseFloat(present(scaled).expected.replace('of rewards twice as large ', '')),
    Number.parseFloat(present(scaled).found),
  )
  const closed = await found(rewards => rewards.map(row => row.map(() => 0)), 'advantage-shape')
  t.regex(present(closed).expected, /^null at \d\.\d$/)
  t.is(present(closed).found, '"a number"')
})

test("laws of one's own are described, by severity and part as others", async t => {
  const [test, ...none] = describeFormulation(outcomeOnly, { laws: lengthLaws, severities: ['should'] })
  t.deepEqual(none, [])
  t.is(test?.name, `${outcomeOnly.name}: length-pays-nothing: ${lengthLaws[0]?.statement}`)
  await t.throwsAsync(async () => test?.check(), { message: /expected {2}-?1\n {2}found {5}-?2 with each step twice/ })
  t.deepEqual(describeFormulation(outcomeOnly, { laws: lengthLaws }), [])
})

test('the same seed finds the same smallest case', async t => {
  const found = async () => {
    const verdicts = []
    for await (const { result } of checkFormulation(paper({ singleton: 'raw' }), { runs: 50, seed: 7 }))
      verdicts.push(result)
    return verdicts
  }
  t.deepEqual(await found(), await found())
})
