import test from 'ava'
import fc from 'fast-check'
import { createCoverage } from '../../../src/engine/queue/coverage.ts'

const works = fc.array(fc.record({ from: fc.nat(60), length: fc.nat(20) }), { maxLength: 8 })

test('it is the measure of the union of all works, however often it is taken', t => {
  t.notThrows(() =>
    fc.assert(
      fc.property(works, fc.array(fc.nat(100)), (drawn, takes) => {
        const coverage = createCoverage()
        let total = 0
        let covered = 0
        for (let at = 0; at <= 100; at += 1) {
          for (const { from } of drawn) if (from === at) coverage.begin(at)
          for (const { from, length } of drawn) if (from + length === at) coverage.end(at)
          const isOn = drawn.some(({ from, length }) => from <= at && at < from + length)
          if (coverage.isOn() !== isOn) throw new Error(`at ${at} it must be ${isOn}`)
          if (isOn) covered += 1
          if (takes.includes(at)) total += coverage.take(at)
        }
        if (total + coverage.take(100) !== covered) throw new Error(`${covered} ms must be covered, got ${total}`)
      }),
    ),
  )
})
