import test from 'ava'
import { checkedRule } from '../../../src/gateway/training/outcome-rule.ts'

const session = { id: 's1', task: null, isSilent: false, turns: [] }

test('an outcome is a number in [0, 1] or null; what else a rule says is told and counts as none', async t => {
  const told: string[] = []
  const outcomes: readonly unknown[] = [0, 0.5, 1, null]
  const others: readonly unknown[] = [true, '0.5', [1], -1, 1.5, Number.NaN, undefined]
  for (const given of [...outcomes, ...others]) {
    const rule = checkedRule(
      () => given as number,
      reason => void told.push(reason),
    )
    t.is(await rule(session), outcomes.includes(given) ? (given as number) : null)
  }
  t.is(told.length, others.length)
  t.regex(told[0] ?? '', /^the rule of outcomes failed on session s1: .*must be in \[0, 1\] or null, got true$/)
})
