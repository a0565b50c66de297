/** What each formulation that comes with the package keeps and breaks: all of it is known. */
import test from 'ava'
import { acceptsSoundly } from '../../../src/curriculum/acceptance/sound-acceptance.ts'
import type { Claims, Formulation } from '../../../src/methods/rlanything/formulation/formulation.ts'
import { paper, paperOfPrograms } from '../../../src/methods/rlanything/formulation/paper.ts'
import {
  drGrpo,
  grpoFormulation,
  rloo,
  rlooWithDeviation,
} from '../../../src/methods/rlanything/formulation/shipped/episode-level.ts'
import { gigpo } from '../../../src/methods/rlanything/formulation/shipped/gigpo.ts'
import { allPassed } from '../../../src/methods/rlanything/formulation/shipped/programs.ts'
import {
  lambdaSchedule,
  outcomeOnly,
  potentialShaping,
  stepOnly,
} from '../../../src/methods/rlanything/formulation/shipped/signals.ts'
import { checkFormulation, describeFormulation, formulationLaws } from '../../../src/laws/index.ts'

/** What everything breaks that takes these parts from the configuration. */
const ofLoss = ['loss-finite']
const ofStepGroups = ['size-of-reward-counts', 'unanimous-teaches']
const ofAcceptance = ['unchanged-seldom-passes']
/** The default configuration compares votes by step index; the paper, by name, over one step. */
const ofDefaults = [...ofAcceptance, ...ofLoss]
const ofPaper = [...ofStepGroups, ...ofDefaults]
/** A penalty of 2 is too small where rewards reach further than 2. */
const ofFarRewards = ['malformed-not-better-than-wrong']
const ofNoVotes = ['reward-precision', 'precision-bound']

const known: readonly (readonly [Formulation, readonly string[]])[] = [
  [paper(), ofPaper],
  [paper({ lambda: 0.3, judgeGroup: 'step-index' }), ofDefaults],
  [paper({ judgeGroup: 'task' }), ofDefaults],
  [paper({ singleton: 'raw' }), ['singleton', 'no-variance', ...ofPaper]],
  [
    { name: 'sound', accepts: ({ direction, ...counts }) => acceptsSoundly(direction, counts, { band: counts.band }) },
    ofLoss,
  ],
  [outcomeOnly, [...ofNoVotes, ...ofDefaults]],
  [stepOnly, ofDefaults],
  [lambdaSchedule({ first: 0, last: 2 }), [...ofFarRewards, ...ofNoVotes, ...ofDefaults]],
  [potentialShaping(), [...ofFarRewards, ...ofDefaults]],
  [grpoFormulation, ofDefaults],
  [drGrpo, ['scale', ...ofDefaults]],
  [rloo, ['duplication', 'scale', ...ofDefaults]],
  [rlooWithDeviation, ['duplication', 'scale', 'advantage-bounded', ...ofDefaults]],
  [paperOfPrograms(), ofPaper],
  [allPassed(), ofDefaults],
  [gigpo(), ['no-variance', 'advantage-monotone', 'shift', 'advantage-bounded', ...ofDefaults]],
]

known.forEach(([formulation, breaks], index) => {
  test(`${index}, ${formulation.name}: it breaks what it is known to break, and nothing else`, async t => {
    const broken: string[] = []
    for await (const { law, result } of checkFormulation(formulation, { runs: 100 }))
      if (result.verdict === 'broken') broken.push(law.name)
    t.deepEqual(broken.toSorted(), breaks.toSorted())
  })
})

for (const { name, check } of describeFormulation(paper(), { severities: ['must'] }))
  test(name, t => t.notThrowsAsync(check))

test('a law that asks for a claim applies where just that is claimed', async t => {
  const { name, claims: _, ...parts } = paper()
  const own = { ...parts, name, objective: { kind: 'clipped', clip: 0.2, klWeight: 0 } } as const
  let asked = 0
  for (const law of formulationLaws) {
    const resultOf = async (claims: Claims) => {
      for await (const { result } of checkFormulation({ ...own, claims }, { laws: [law], runs: 1 })) return result
      return null
    }
    const result = await resultOf({})
    if (result === null || !('claim' in result)) continue
    asked += 1
    t.not((await resultOf(result.claim))?.verdict, 'not applicable', law.name)
  }
  t.is(asked, 7)
})

test('a broken law throws its worked example', async t => {
  const [singleton] = describeFormulation(paper({ singleton: 'raw' }), { parts: ['advantages'] }).filter(({ name }) =>
    name.includes('singleton:'),
  )
  await t.throwsAsync(async () => singleton?.check(), {
    message: /^paper breaks singleton \(must\).*\n {2}expected {2}0\n/s,
  })
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
