/** The page of comparisons, from what was measured. Pure. */
import { rate, spread } from '../table.ts'
import type { Outcome } from './outcome.ts'

/** A program of others, measured or not. */
export interface PagePart {
  readonly title: string
  readonly caveat: string
  readonly versions: Readonly<Record<string, string | null>>
  readonly outcomes: readonly Outcome[]
  /** Of what is not among the outcomes. */
  readonly skipped: readonly string[]
}

export interface Page {
  /** Where and of which commit, a sentence. */
  readonly machine: string
  readonly rounds: number
  readonly seconds: number
  readonly parts: readonly PagePart[]
}

/** Markdown. */
export function benchmarksPage({ machine, rounds, seconds, parts }: Page): string {
  const measured = parts.filter(({ outcomes }) => outcomes.length > 0)
  const skipped = parts.flatMap(part => part.skipped.map(reason => `- **${part.title}**: ${reason}`))
  return [
    '# Compared with other programs',
    'Written by `npm run bench:peers`: ours and well-known programs on the same work, machine and minutes.',
    'Both sides take turns, with one thread unless stated otherwise and equal weights. A ratio is our speed by theirs in one round: **above 1 ours is faster**; median over the rounds (least–greatest). _Processor_ counts the time of all threads and processes, _clock_ the time waited.',
    `${machine} ${rounds} rounds of ${seconds} s each.`,
    table(measured.flatMap(({ outcomes }) => outcomes)),
    '## How to read it',
    measured.map(part => `- **${part.title}** (${versionsOf(part)}): ${part.caveat}`).join('\n'),
    ...(skipped.length === 0 ? [] : ['## Not measured', skipped.join('\n')]),
    '## Repeat it',
    [
      '```sh',
      'scripts/prepare-bench-peers.sh /path/of/environments   # gigabytes; needs a compiler',
      'npm run bench:peers -- --environments /path/of/environments --model /path/of/language-model',
      '```',
    ].join('\n'),
    'MiniWoB++ and BrowserGym: [results](../benches/results/miniwob.md).',
    '',
  ].join('\n\n')
}

const table = (outcomes: readonly Outcome[]): string =>
  [
    '| work | program | ours, a second of processor | theirs | ratio, processor | ratio, clock |',
    '| --- | --- | ---: | ---: | ---: | ---: |',
    ...outcomes.map(
      ({ work, peer, unit, ours, theirs, processor, clock }) =>
        `| ${work} | ${peer} | ${rate(ours)} ${unit} | ${rate(theirs)} | ${spread(processor)} | ${spread(clock)} |`,
    ),
  ].join('\n')

const versionsOf = ({ versions }: PagePart): string =>
  Object.entries(versions)
    .map(([name, version]) => `${name} ${version ?? 'not installed'}`)
    .join(', ')
