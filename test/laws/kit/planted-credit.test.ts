import test from 'ava'
import { checkSubject } from '../../../src/laws/formulation/check-formulation.ts'
import { formulationLaws } from '../../../src/laws/formulation/laws.ts'
import { fault, right } from './planted-fault.ts'
import { plantedLoneSteps, plantedUnknowns, plantedWrongEnds, unusual } from './planted-credit.ts'

for (const planted of [plantedUnknowns, plantedWrongEnds, plantedLoneSteps])
  for (const { fault: text, law: name, subject } of planted)
    test(`${name} finds that ${text}`, t => {
      const [found] = checkSubject(subject, { laws: formulationLaws.filter(law => law.name === name), runs: 50 })
      t.is(found?.result.verdict, 'broken')
    })

for (const [text, change] of unusual)
  test(`nothing is wrong where ${text}`, t => {
    const { subject } = fault(text, '', { claims: {}, ...change })
    const broken = [...checkSubject(subject, { laws: formulationLaws.filter(law => law.severity === 'must') })]
      .filter(({ result }) => result.verdict === 'broken')
      .map(({ law }) => law.name)
    t.deepEqual(broken, [])
  })

test('there are at least ten of each kind', t => {
  for (const planted of [plantedUnknowns, plantedWrongEnds, plantedLoneSteps]) t.true(planted.length >= 10)
  t.is(right.claims.outcome, undefined)
})
