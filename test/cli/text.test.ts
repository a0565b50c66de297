import test from 'ava'
import fc from 'fast-check'
import { clock, compact, decimal, percent } from '../../src/cli/tables/numbers.ts'
import { withValue } from '../../src/cli/options/settings.ts'
import { systemEventLine } from '../../src/cli/display/system-event-line.ts'
import { summaryTable } from '../../src/cli/tables/summary-table.ts'
import { textTable } from '../../src/text/text-table.ts'

test('every line of a table fits, and no word of a cell is lost', t => {
  const word = fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom('a', 'b', 'ä', '−') })
  const cell = fc.array(word, { maxLength: 8 }).map(words => words.join(' '))
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), rows => {
      const table = textTable(
        [
          { title: 'one', align: 'left', width: 12 },
          { title: 'two', align: 'right' },
        ],
        rows,
      )
      for (const line of table.split('\n')) t.true([...(line.split('  ')[0] ?? '')].length <= 12)
      const words = (text: string) =>
        text
          .split(/[\s─]+/)
          .filter(each => each !== '')
          .sort()
      t.deepEqual(words(table), words(['one two', ...rows.flat()].join(' ')))
    }),
  )
})

test('a table may have more lines than a call has arguments, and a cell as many words', t => {
  const lines = Array.from({ length: 150_000 }, (_, index) => `line ${index}`)
  const tableOf = (rows: readonly (readonly string[])[]) => textTable([{ title: 'n', align: 'left' }], rows)
  t.true(tableOf(lines.map(line => [line])).endsWith(`─\n${lines.join('\n')}`))
  t.true(tableOf([[lines.join(' ')]]).endsWith(`─\n${lines.join(' ')}`))
})

test('a run of which nothing was measured before and after has no table of it', t => {
  const nothing = { iteration: 0, evaluations: [], measures: {} }
  t.is(summaryTable(nothing, nothing, []), null)
})

test('a value put at a path is found there, and nothing else changes', t => {
  const key = fc.constantFrom('a', 'b', 'c')
  fc.assert(
    fc.property(
      fc.object({ key, maxDepth: 2 }),
      fc.array(key, { minLength: 1, maxLength: 3 }),
      fc.integer(),
      (tree, path, value) => {
        const before = structuredClone(tree)
        const after = withValue(tree, path, value)
        const at = (from: unknown, keys: readonly string[]) =>
          keys.reduce<unknown>(
            (part, each) => (typeof part === 'object' && part !== null ? Reflect.get(part, each) : undefined),
            from,
          )
        t.is(at(after, path), value)
        t.deepEqual(tree, before)
        for (const other of ['a', 'b', 'c']) if (other !== path[0]) t.deepEqual(at(after, [other]), at(tree, [other]))
      },
    ),
  )
})

test('numbers read as a person writes them', t => {
  t.deepEqual([0, 9.5, 100, 999.4, 999.6, 24_000, 1_500_000].map(compact), [
    '0.00',
    '9.50',
    '100',
    '999',
    '1.00k',
    '24.0k',
    '1.50M',
  ])
  t.deepEqual([null, 0, 65_000, 3_600_000].map(clock), ['–', '0:00', '1:05', '1:00:00'])
  t.deepEqual([decimal(-0.001), decimal(-0.006), decimal(null)], ['0.00', '-0.01', '–'])
  t.deepEqual([percent(0.4831), percent(0.4831, 1), percent(null)], ['48', '48.3', '–'])
})

test('a death is told in one line, with what is done about it and the last of what the actor printed', t => {
  const death = { actor: 'gpu', cause: 'hang', reason: 'blocked', stack: '', exitCode: null, output: '' } as const
  const restart = { kind: 'restart', delayMs: 100 } as const
  t.is(
    systemEventLine({ kind: 'died', death: { ...death, output: 'a\nb\nc\nd\n' }, response: restart }),
    'gpu died (hang): blocked; another takes its place in 100 ms\n  | b\n  | c\n  | d',
  )
  const escalate = { kind: 'escalate', reason: 'more than 2 deaths within 9 ms' } as const
  t.is(
    systemEventLine({ kind: 'died', death, response: escalate }),
    'gpu died (hang): blocked; everything stops: more than 2 deaths within 9 ms',
  )
  t.is(systemEventLine({ kind: 'restarted', actor: 'gpu', incarnation: 2 }), 'gpu is running again (restart 2)')
  t.is(systemEventLine({ kind: 'exited', actor: 'policy' }), 'policy ended without being asked')
})
