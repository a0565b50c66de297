/** A change that no test can find, because the program does the same with it. */
export interface Equivalent {
  readonly file: string
  /** The line of the source on which the change begins, without its indentation. */
  readonly line: string
  /** `from → to`; of a change that spans lines, `from` ends with the first. */
  readonly change: string
  readonly why: string
}

export const equivalents: readonly Equivalent[] = [
  {
    file: 'src/learning/advantages.ts',
    line: 'ofEpisode.map((reward): number | (R & null) => (reward === null ? reward : 0)),',
    change: 'reward === null → true',
    why: 'whatever stands where there is a reward is written over below',
  },
  {
    file: 'src/learning/advantages.ts',
    line: 'for (let step = 0; step < longest; step += 1) {',
    change: 'step < longest → step <= longest',
    why: 'no episode reaches one step more than the longest',
  },
  {
    file: 'src/reward/verdicts/consistency.ts',
    line: 'return votes.map(vote => (vote === 0 ? -malformedPenalty : reward * vote))',
    change: 'reward * vote → reward / vote',
    why: 'the vote is 1 or −1 there',
  },
  {
    file: 'src/reward/verdicts/quality.ts',
    line: 'return sum > 0 ? 1 : -1',
    change: 'sum > 0 → sum >= 0',
    why: '0 has returned before',
  },
  {
    file: 'src/reward/theory/reward-precision.ts',
    line: 'return margin > 0 ? -Math.expm1((-judge.votes * margin * margin) / 4) : 0',
    change: 'margin > 0 → margin >= 0',
    why: 'the bound of margin 0 is 0 also by the formula',
  },
  {
    file: 'src/reward/theory/measured-precision.ts',
    line: 'while (below < lost.length && lost[below]! < mean) below += 1',
    change: 'below < lost.length → true',
    why: 'past the end nothing is less than the mean',
  },
  {
    file: 'src/reward/theory/measured-precision.ts',
    line: 'while (below < lost.length && lost[below]! < mean) below += 1',
    change: 'below < lost.length → below <= lost.length',
    why: 'past the end nothing is less than the mean',
  },
  {
    file: 'src/reward/theory/measured-precision.ts',
    line: 'if (plus === null || minus === null || votes === undefined || counts.size > 1) return null',
    change: 'votes === undefined → false',
    why: 'with both rates there is a step, so there is a count; the test is for the types',
  },
  {
    file: 'src/curriculum/adaptation.ts',
    line: "const evidence: Evidence = rule === 'paper' ? { rule, proposed } : { rule, proposed, current: countOf(current) }",
    change: "rule === 'paper' → false",
    why: 'the evidence for `sound` has all that `paper` reads',
  },
  {
    file: 'src/curriculum/bandit.ts',
    line: '.sort((a, b) => b.rate - a.rate || (a.name < b.name ? -1 : 1))',
    change: 'a.name < b.name → a.name <= b.name',
    why: 'the names differ',
  },
  {
    file: 'src/curriculum/edit-memory.ts',
    line: 'pooling * (general[name]?.[what] ?? 0) + (1 - pooling) * (own[name]?.[what] ?? 0)',
    change: 'general[name]?.[what] → general[name][what]',
    why: 'the names are those of `general`',
  },
  {
    file: 'src/curriculum/slots.ts',
    line: "if (event.kind === 'withdrawn' || !event.accepted) return { ...slot, pending: null }",
    change: "event.kind === 'withdrawn' → false",
    why: 'what was withdrawn was not accepted either; the test is for the types',
  },
  {
    file: 'src/math/adamw.ts',
    line: 'for (let index = 0; index < length; index += 1) {',
    change: 'index < length → index <= length',
    why: 'a typed array ignores what is written past its end',
  },
  {
    file: 'src/math/all-finite.ts',
    line: 'for (const value of values) sum += value * 0',
    change: 'sum += value * 0 → sum -= value * 0',
    why: 'a difference of zeros is a zero, and of what is no number no number',
  },
  {
    file: 'src/math/beta.ts',
    line: 'const v = (1 + c * x) ** 3',
    change: '1 + c * x → 1 - c * x',
    why: 'a normal draw is as likely as its opposite',
  },
  {
    file: 'src/math/beta.ts',
    line: 'if (v > 0 && Math.log(1 - random.uniform()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v',
    change: 'v > 0 → true',
    why: 'the logarithm of a negative number is no number, which is less than nothing',
  },
  {
    file: 'src/math/beta.ts',
    line: 'if (v > 0 && Math.log(1 - random.uniform()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v',
    change: 'v > 0 → v >= 0',
    why: 'the logarithm of 0 is −∞, which nothing is less than',
  },
  {
    file: 'src/math/beta.ts',
    line: 'if (v > 0 && Math.log(1 - random.uniform()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v',
    change:
      'Math.log(1 - random.uniform()) < (x * x) / 2 + d - d * v + d * Math.log(v) → Math.log(1 - random.uniform()) <= x * x / 2 + d - d * v + d * Math.log(v)',
    why: 'the two are equal with probability 0',
  },
  {
    file: 'src/math/normal-quantile.ts',
    line: 'if (Math.abs(q) <= 0.425) {',
    change: 'Math.abs(q) <= 0.425 → Math.abs(q) < 0.425',
    why: 'both approximations hold at the border',
  },
  {
    file: 'src/math/normal-quantile.ts',
    line: 'r <= 5',
    change: 'r <= 5 → r < 5',
    why: 'both approximations hold at the border',
  },
  {
    file: 'src/math/normal-quantile.ts',
    line: 'const r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p))',
    change: 'q < 0 → q <= 0',
    why: '0 has returned before',
  },
  {
    file: 'src/math/normal-quantile.ts',
    line: 'return q < 0 ? -z : z',
    change: 'q < 0 → q <= 0',
    why: '0 has returned before',
  },
  {
    file: 'src/math/normal-quantile.ts',
    line: 'coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0)',
    change: 'sum * x + coefficient → sum * x - coefficient',
    why: 'both polynomials of each ratio change their sign',
  },
  {
    file: 'src/math/random.ts',
    line: 'const [a, b] = philox(key, [counter >>> 0, Math.floor(counter / 2 ** 32), 0, 0])',
    change: 'counter / 2 ** 32 → counter * 2 ** 32',
    why: 'differs only after 2³² draws: the word is taken modulo 2³²',
  },
  {
    file: 'src/runtime/wires/link.ts',
    line: 'const frame: Frame = alone !== undefined && count === 1 && !due ? alone : [owed, messages]',
    change: 'alone !== undefined → true',
    why: 'of one message the first is there; the test is for the types',
  },
  {
    file: 'src/runtime/wires/link.ts',
    line: 'if (settling.length === 0 || (open && mailbox.size() > 0)) return',
    change: 'settling.length === 0 → false',
    why: 'nobody is woken where nobody waits',
  },
  {
    file: 'src/runtime/wires/switchboard.ts',
    line: '{ scheduler, defer, take = () => false }: SwitchboardParts<In> = {},',
    change: '() => false → () => undefined',
    why: 'nothing is as false as false',
  },
  {
    file: 'src/runtime/wires/switchboard.ts',
    line: '...(scheduler === undefined ? {} : { scheduler }),',
    change: 'scheduler === undefined → false',
    why: 'an undefined scheduler is an omitted one; the test is for the types',
  },
  {
    file: 'src/runtime/wires/switchboard.ts',
    line: 'const events: LinkEvents = { receive, fail: arrivals.fail, press, ...(defer === undefined ? {} : { defer }) }',
    change: 'defer === undefined → false',
    why: 'an undefined way to defer is an omitted one; the test is for the types',
  },
  {
    file: 'src/runtime/wires/link.ts',
    line: '} catch {',
    change: '{ → {}',
    why: 'nothing is as false as false',
  },
  {
    file: 'src/runtime/supervision/respond.ts',
    line: "strategy.kind === 'restart' ? deathsMs.filter(atMs => nowMs - atMs < strategy.withinMs) : []",
    change: "strategy.kind === 'restart' → true",
    why: 'the other strategies have no time, and nothing is less than it',
  },
  {
    file: 'src/runtime/supervision/supervisor.ts',
    line: 'const deaths = recent(strategy, [...(deathsMs.get(actor) ?? []), nowMs], nowMs)',
    change: '[] → ["Stryker was here"]',
    why: 'a text is at no time, so it counts as no death',
  },
  {
    file: 'src/learning/packing.ts',
    line: "if (step.kind === 'invalid') return",
    change: "step.kind === 'invalid' → false",
    why: 'an invalid step has no samples to go through; the test is for the types',
  },
]
