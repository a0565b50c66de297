/** Screens in a terminal: laws of any tree, a worked screen; and the command that shows them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { screenText } from '../../src/cli/screens/screen-text.ts'
import { pythonRepr } from '../../src/gui/python/repr.ts'
import { flatten } from '../../src/gui/tree/flatten.ts'
import { hostileText, hostileTree } from '../gui/hostile-trees.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { writeDeskRun } from '../run/desk-fixture.ts'
import { writeFixtureRun } from '../run/report-fixture.ts'
import { commandLine } from './command-line.ts'

test('whatever a tree holds, its box has lines of one width and nothing that a terminal would obey', t => {
  fc.assert(
    fc.property(hostileTree, hostileText, fc.nat(20), fc.integer({ min: 20, max: 90 }), (root, given, bid, width) => {
      const named = { ...root, role: 'RootWebArea', name: root.name ?? '' }
      const tree = flatten(named, { generic: 'all', repeatedText: true })
      const text = screenText({ tree, calls: `fill('${bid}', ${pythonRepr(given)})` }, width)
      t.notRegex(text, /(?!\n)[\p{C}\p{Zl}\p{Zp}]/u)
      if (text.startsWith('┌')) for (const line of text.split('\n')) t.is([...line].length, width, text)
    }),
  )
})

test('boxes within boxes end where there is no room', t => {
  const levels = Array.from({ length: 30 }, (_, level) => `${'\t'.repeat(level)}dialog 'Sure?'`).join('\n')
  const text = screenText({ tree: levels, calls: '' }, 40)
  t.true(text.split('\n').every(line => [...line].length === 40))
})

test('a text of a screen may be as long as the whole tree may', t => {
  const words = Array.from({ length: 18_000 }, (_, index) => `word${index}`).join(' ')
  const text = screenText({ tree: `RootWebArea 'Book'\n\t[3] button '${words}'`, calls: '' }, 40)
  t.is(
    text
      .split('\n')
      .slice(1, -1)
      .map(line => line.slice(2, -2).trim())
      .join(' '),
    `[${words}]`,
  )
})

const form = `RootWebArea 'Desk'
\t[3] navigation 'Applications'
\t\t[4] button 'Mail'
\t\t[5] button 'Files'
\t[10] heading 'New event'
\t[18] textbox 'Title' value='Market'
\t[19] combobox 'Hour' value='9:00'
\t[20] checkbox 'Alarm', checked='true'
\t[30] dialog 'Sure?', modal=True
\t\t[31] button 'OK'`

test('a screen, worked by hand', t => {
  t.is(
    screenText({ tree: form, calls: "fill('18', 'Fair')" }, 36),
    [
      '┌─ Desk ───────────────────────────┐',
      '│ [Mail]  [Files]                  │',
      '│ ═ New event ═                    │',
      '│ ▶ type Title: [Market → Fair]    │',
      '│ Hour: [9:00 ▾]                   │',
      '│ [x] Alarm                        │',
      '│ ┌─ Sure? ──────────────────────┐ │',
      '│ │ [OK]                         │ │',
      '│ └──────────────────────────────┘ │',
      '└──────────────────────────────────┘',
    ].join('\n'),
  )
  t.is(screenText({ tree: 'You see a\u001b[31m door.', calls: '' }, 36), 'You see a [31m door.')
})

test('inspect shows an episode of a graphical interface screen by screen, and writes it into a page', async t => {
  const folder = await temporaryFolder(t)
  const [directory, page] = [join(folder, 'run'), join(folder, 'episode.html')]
  await writeDeskRun(directory)
  const { printed } = await commandLine(['inspect', directory, '--episode', 'train/2/6/0'])
  t.regex(printed, /^train\/2\/6\/0: won in 6 steps\nTask: rename the file/)
  t.regex(printed, /step 0: click Files\n┌─ Desk ─/)
  t.regex(printed, /▶ type Name: \[Poster → Draft\]/)
  t.regex(printed, /\nthe end\n┌─ Desk/)
  const written = await commandLine(['inspect', directory, '--episode', 'train/2/6/0', '--html', page])
  t.is(written.printed.trim(), page)
  t.regex(await readFile(page, 'utf8'), /<ins>Draft<\/ins>/)
})

test('a page of an episode is refused where there is no episode and where the world has no screens', async t => {
  const directory = join(await temporaryFolder(t), 'run')
  await writeFixtureRun(directory)
  const refused = async (...flags: readonly string[]) => (await commandLine(['inspect', directory, ...flags])).errors
  t.regex(await refused('--html', 'x.html'), /--html wants --episode/)
  t.regex(await refused('--episode', 'train/60/3/0', '--screenshots'), /--screenshots wants --html/)
  t.regex(await refused('--episode', 'train/60/3/0', '--html', 'x.html'), /has no screens of train\/60\/3\/0/)
})
