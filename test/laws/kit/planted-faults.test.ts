import test from 'ava'
import { checkSubject } from '../../../src/laws/formulation/check-formulation.ts'
import { formulationLaws } from '../../../src/laws/formulation/laws.ts'
import { workedExample } from '../../../src/laws/formulation/worked-example.ts'
import { plantedFaults as plantedFormulas } from './planted-faults.ts'
import { plantedNumbers } from './planted-numbers.ts'

const plantedFaults = [...plantedFormulas, ...plantedNumbers]

test('there are at least 30 planted faults, and no law is named that there is not', t => {
  t.true(plantedFaults.length >= 30)
  const names = formulationLaws.map(({ name }) => name)
  t.is(new Set(names).size, names.length)
  t.deepEqual(
    plantedFaults.filter(({ law }) => !names.includes(law)).map(({ law }) => law),
    [],
  )
})

for (const { fault, law, subject } of plantedFaults) {
  test(`${law} finds that ${fault}`, t => {
    const laws = formulationLaws.filter(({ name }) => name === law)
    const [checked] = checkSubject(subject, { laws, runs: 300 })
    const result = checked?.result
    if (checked === undefined || result?.verdict !== 'broken') return t.fail(JSON.stringify(result))
    t.regex(workedExample(checked.law, result), /expected .*\n {2}found /)
    t.not(result.finding.expected, result.finding.found)
  })
}
