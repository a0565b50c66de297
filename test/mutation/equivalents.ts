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
    file: 'src/feedback/advantages.ts',
    line: 'ofEpisode.map((reward): number | (R & null) => (reward === null ? reward : 0)),',
    change: 'reward === null → true',
    why: 'whatever stands where there is a reward is written over below',
  },
  {
    file: 'src/feedback/advantages.ts',
    line: 'for (let step = 0; step < longest; step += 1) {',
    change: 'step < longest → step <= longest',
    why: 'no episode reaches one step more than the longest',
  },
  {
    file: 'src/feedback/consistency.ts',
    line: 'return votes.map(vote => (vote === 0 ? -malformedPenalty : reward * vote))',
    change: 'reward * vote → reward / vote',
    why: 'the vote is 1 or −1 there',
  },
  {
    file: 'src/feedback/quality.ts',
    line: 'return sum > 0 ? 1 : -1',
    change: 'sum > 0 → sum >= 0',
    why: '0 has returned before',
  },
  {
    file: 'src/feedback/reward-precision.ts',
    line: 'return margin > 0 ? -Math.expm1((-judge.votes * margin * margin) / 4) : 0',
    change: 'margin > 0 → margin >= 0',
    why: 'the bound of margin 0 is 0 also by the formula',
  },
  {
    file: 'src/feedback/measured-precision.ts',
    line: 'while (below < lost.length && lost[below]! < mean) below += 1',
    change: 'below < lost.length → true',
    why: 'past the end nothing is less than the mean',
  },
  {
    file: 'src/feedback/measured-precision.ts',
    line: 'while (below < lost.length && lost[below]! < mean) below += 1',
    change: 'below < lost.length → below <= lost.length',
    why: 'past the end nothing is less than the mean',
  },
  {
    file: 'src/feedback/measured-precision.ts',
    line: 'if (plus === null || minus === null || votes === undefined || counts.size > 1) return null',
    change: 'votes === undefined → false',
    why: 'with both rates there is a step, so there is a count; the test is for the types',
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
    file: 'src/training/loop/packing.ts',
    line: "if (step.kind === 'invalid') return",
    change: "step.kind === 'invalid' → false",
    why: 'an invalid step has no samples to go through; the test is for the types',
  },
]
