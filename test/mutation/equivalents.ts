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
