import test from 'ava'
import { benchmarksPage, type PagePart } from '../../../benches/beside/page.ts'

const measured: PagePart = {
  title: 'Abacus',
  caveat: 'It is moved by hand.',
  versions: { abacus: '1.2', beads: null },
  outcomes: [
    {
      ...{ work: 'adding', peer: 'Abacus, wooden', unit: 'sums', ours: 123_456, theirs: 7.891 },
      processor: { median: 15_643, least: 0.1234, most: 20_000 },
      clock: { median: 2, least: 1.96, most: 2.04 },
    },
  ],
  skipped: ['Abacus, iron has failed at this: adding.'],
}
const missing: PagePart = {
  ...measured,
  ...{ title: 'Slide rule', caveat: 'Never read.', outcomes: [], skipped: ['not prepared here: no slide.'] },
}
const page = (parts: readonly PagePart[]): string =>
  benchmarksPage({ machine: 'Commit abc, 2 cores.', rounds: 3, seconds: 2, parts })

test('each comparison is a row, with ratios and their ranges', t => {
  t.true(
    page([measured]).includes('| adding | Abacus, wooden | 123,000 sums | 7.89 | 16,000× (0.12–20,000) | 2× (2–2) |'),
  )
})

test('each program that was measured has its versions and its caveat, and machine and rounds are told', t => {
  const text = page([measured, missing])
  t.true(text.includes('- **Abacus** (abacus 1.2, beads not installed): It is moved by hand.'))
  t.true(text.includes('Commit abc, 2 cores. 3 rounds of 2 s each.'))
  t.false(text.includes('Never read.'))
})

test('what was not measured is said, with the reason', t => {
  const [, said = ''] = page([measured, missing]).split('## Not measured')
  t.true(said.includes('- **Slide rule**: not prepared here: no slide.'))
  t.true(said.includes('- **Abacus**: Abacus, iron has failed at this: adding.'))
  t.false(page([{ ...measured, skipped: [] }]).includes('Not measured'))
})
