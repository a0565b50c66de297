/** Laws of the loss: what any engine must be able to rely on. */
import fc from 'fast-check'
import { tokenLogprobs, type TokenLogprobs } from '../cases/arbitraries.ts'
import { lawsOf, type FormulationLaw, type LawSubject, type Table } from '../cases/law.ts'
import { numberAt } from '../cases/numbers.ts'
import { distinctTexts, numberText } from '../cases/tables.ts'

interface SpanCase {
  readonly tokens: readonly TokenLogprobs[]
  readonly advantage: number
}

const nudge = 1e-5

const spans: fc.Arbitrary<SpanCase> = fc.record({
  tokens: tokenLogprobs,
  advantage: fc.integer({ min: -192, max: 192 }).map(sixtyFourths => sixtyFourths / 64),
})

const farTokens = fc.array(
  fc.record({
    now: fc.constantFrom(0, -1e-30, -40, -1e4, -700),
    old: fc.constantFrom(0, -40, -1e4, -700),
  }),
  { minLength: 1, maxLength: 4 },
)

const lossOf = ({ rule }: LawSubject, { tokens, advantage }: SpanCase) =>
  rule(
    tokens.map(({ now }) => now),
    { advantage, oldLogprobs: tokens.map(({ old }) => old) },
  )

function show({ tokens, advantage }: SpanCase, gradient?: ArrayLike<number>): Table {
  return {
    columns: ['token', 'log p old', 'log p', 'A', ...(gradient === undefined ? [] : ['∂L/∂log p'])],
    rows: tokens.map(({ now, old }, t) => [
      t,
      numberText(old),
      numberText(now),
      numberText(advantage),
      ...(gradient === undefined ? [] : [numberText(gradient[t])]),
    ]),
  }
}

const ofLoss = lawsOf<SpanCase>({ part: 'objective', show, cases: () => spans })

const moved = ({ tokens, advantage }: SpanCase, t: number, by: number): SpanCase => ({
  advantage,
  tokens: tokens.map((token, index) => (index === t ? { ...token, now: token.now + by } : token)),
})

const imitates = ({ objective }: LawSubject): string | null =>
  objective.kind === 'cross-entropy' ? 'it imitates, and has no advantages' : null

const ppo = 'Schulman et al., PPO, arXiv 1707.06347, eq. 7'

/** Neither is a duty: a mean spares long failures, a sum lets long samples outweigh short ones. */
const overTokens = (of: 'mean' | 'sum', statement: string): FormulationLaw =>
  ofLoss({
    name: `${of}-over-tokens`,
    statement,
    source: 'RLAnything, arXiv 2602.02488, both objectives: the mean; Dr. GRPO, arXiv 2503.20783: the sum',
    claim: { overTokens: of },
    inapplicable: ({ claims: { overTokens: claimed } }) =>
      claimed === of ? null : `it claims a ${claimed} over tokens`,
    find: (subject, one) => {
      const once = lossOf(subject, one).loss * (of === 'sum' ? 2 : 1)
      const twice = lossOf(subject, { ...one, tokens: [...one.tokens, ...one.tokens] }).loss
      if (Math.abs(twice - once) <= 1e-9 * (1 + Math.abs(once))) return null
      const [expected, found] = distinctTexts(once, twice)
      return { table: show(one), expected, found }
    },
  })

export const objectiveLaws: readonly FormulationLaw[] = [
  ofLoss({
    name: 'gradient',
    statement: 'the gradient is that of the loss; at a kink it lies between the slopes of both sides',
    source: 'finite differences',
    find: (subject, one) => {
      const { loss, gradient } = lossOf(subject, one)
      for (const t of one.tokens.keys()) {
        const before = (loss - lossOf(subject, moved(one, t, -nudge)).loss) / nudge
        const after = (lossOf(subject, moved(one, t, nudge)).loss - loss) / nudge
        const [low, high] = [Math.min(before, after), Math.max(before, after)]
        const margin = 1e-5 * (1 + Math.abs(before) + Math.abs(after))
        const value = gradient[t]
        if (value !== undefined && value >= low - margin && value <= high + margin) continue
        const [, found] = distinctTexts(value !== undefined && value < low ? low : high, value)
        return {
          table: show(one, gradient),
          expected: `token ${t} from ${distinctTexts(low, value)[0]} to ${distinctTexts(high, value)[0]}`,
          found,
        }
      }
      return null
    },
  }),
  ofLoss({
    name: 'loss-finite',
    statement: 'far from the old model, too, loss and gradient are finite',
    source: 'a ratio is an exponential: e^(log p − log p old) overflows where nothing bounds it',
    severity: 'should',
    cases: () => fc.record({ tokens: farTokens, advantage: fc.constantFrom(1, -1, 0) }),
    find: (subject, one) => {
      const { loss, gradient } = lossOf(subject, one)
      return Number.isFinite(loss) && gradient.every(Number.isFinite)
        ? null
        : { table: show(one, gradient), expected: 'finite numbers', found: `a loss of ${loss}` }
    },
  }),
  ofLoss({
    name: 'at-the-old-model',
    statement: 'at the old model a step goes where the advantage points, and nowhere without one',
    source: `policy gradient theorem; ${ppo}`,
    inapplicable: imitates,
    cases: () =>
      spans.map(({ tokens, advantage }) => ({ advantage, tokens: tokens.map(({ old }) => ({ now: old, old })) })),
    find: (subject, one) => {
      const { gradient } = lossOf(subject, one)
      const wrong = gradient.findIndex(
        value => !(Math.sign(one.advantage) === Math.sign(-value) || Math.abs(value) < 1e-12),
      )
      const none = one.advantage !== 0 && gradient.every(value => value === 0)
      if (wrong < 0 && !none) return null
      return {
        table: show(one, gradient),
        expected: `the sign of −A, ${numberText(-one.advantage)}`,
        found: none ? '0 throughout' : numberText(gradient[wrong]),
      }
    },
  }),
  ofLoss({
    name: 'penalty-pulls-back',
    statement: 'without an advantage only the penalty is left: it never pushes further from the old model',
    source: 'Schulman, Approximating KL divergence, 2020 (k3)',
    inapplicable: imitates,
    cases: () => spans.map(one => ({ ...one, advantage: 0 })),
    find: (subject, one) => {
      const { gradient, loss } = lossOf(subject, one)
      const wrong = one.tokens.findIndex(({ now, old }, t) => numberAt(gradient, t) * (now - old) < -1e-12)
      if (wrong < 0 && loss >= -1e-12) return null
      return {
        table: show(one, gradient),
        expected: 'a loss of at least 0, and slopes of the sign of log p − log p old',
        found: wrong < 0 ? `a loss of ${numberText(loss)}` : `token ${wrong}: ${numberText(gradient[wrong])}`,
      }
    },
  }),
  ofLoss({
    name: 'clip-bounds-the-step',
    statement: 'where the ratio has left the clip the way the advantage points, the advantage pushes no further',
    source: ppo,
    severity: 'should',
    inapplicable: ({ objective }) =>
      objective.kind === 'clipped' ? null : 'its objective has no clip of a known width',
    find: (subject, one) => {
      const { objective } = subject
      if (objective.kind !== 'clipped') return null
      const pushed = lossOf(subject, one).gradient
      const free = lossOf(subject, { ...one, advantage: 0 }).gradient
      const wrong = one.tokens.findIndex(({ now, old }, t) => {
        const ratio = Math.exp(now - old)
        const outside = one.advantage > 0 ? ratio > 1 + objective.clip + 1e-9 : ratio < 1 - objective.clip - 1e-9
        return outside && Math.abs(numberAt(pushed, t) - numberAt(free, t)) > 1e-12
      })
      if (wrong < 0) return null
      const [penalty, found] = distinctTexts(free[wrong], pushed[wrong])
      return { table: show(one, pushed), expected: `token ${wrong}: the penalty's ${penalty} alone`, found }
    },
  }),
  ofLoss({
    name: 'inside-the-clip-is-free',
    statement: 'within the clip the advantage is felt',
    source: ppo,
    inapplicable: imitates,
    cases: () =>
      fc
        .tuple(
          spans,
          fc.integer({ min: -6, max: 6 }).map(sixtyFourths => sixtyFourths / 64),
        )
        .map(([{ tokens, advantage }, by]) => ({
          advantage: advantage === 0 ? 1 : advantage,
          tokens: tokens.map(({ old }) => ({ old, now: old + by })),
        })),
    find: (subject, one) => {
      const pushed = lossOf(subject, one).gradient
      const free = lossOf(subject, { ...one, advantage: 0 }).gradient
      const felt = one.tokens.some(
        (_, t) => Math.sign(numberAt(free, t) - numberAt(pushed, t)) === Math.sign(one.advantage),
      )
      return felt ? null : { table: show(one, pushed), expected: 'a push the way of A', found: 'none' }
    },
  }),
  overTokens('mean', 'where the formulation claims a mean over tokens, a span said twice over has the same loss'),
  overTokens('sum', 'where the formulation claims a sum over tokens, a span said twice over has twice the loss'),
  ofLoss({
    name: 'counts',
    statement: 'the penalty is never negative, and no more tokens are clipped than there are',
    source: 'k3 ≥ 0',
    find: (subject, one) => {
      const { kl, clipped } = lossOf(subject, one)
      const right = kl >= 0 && Number.isInteger(clipped) && clipped >= 0 && clipped <= one.tokens.length
      return right
        ? null
        : {
            table: show(one),
            expected: 'kl ≥ 0 and whole, possible counts',
            found: `kl ${numberText(kl)}, clipped ${clipped}`,
          }
    },
  }),
]
