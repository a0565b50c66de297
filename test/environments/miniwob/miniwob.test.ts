/** What of the world needs no browser: options, tasks, files, experts on recorded screens. */
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { experts } from '../../../environments/miniwob/experts/experts.ts'
import { miniwobSettings } from '../../../environments/miniwob/tasks/options.ts'
import { expertLabel } from '../../../environments/miniwob/experts/label.ts'
import { miniwob } from '../../../environments/miniwob/index.ts'
import { pageFiles, pagesFolder } from '../../../environments/miniwob/play/page-files.ts'
import { recordedScreens } from '../../../environments/miniwob/recorded-screens.ts'
import { suitedPages } from '../../../environments/miniwob/tasks/suited-pages.ts'
import type { AccessibilityNode } from '../../../src/gui/tree/accessibility-node.ts'
import { parseTree } from '../../../src/gui/tree/parse-tree.ts'
import { randomFrom, rootKey } from '../../../src/math/random.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { recordedEpisodes, type RecordedStep } from '../../gui/episodes.ts'

const random = (seed: number) => randomFrom(rootKey(seed))

/** A folder as the package has it, with nothing but its core. */
async function emptyPages(t: ExecutionContext): Promise<string> {
  const folder = await temporaryFolder(t)
  await mkdir(join(folder, 'miniwob', 'html', 'core'), { recursive: true })
  await writeFile(join(folder, 'miniwob', 'html', 'core', 'core.js'), 'core')
  return folder
}

test('options that are not known, or out of range, are refused by name', t => {
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    [{ speed: 1 }, /^miniwob has no option speed: it has folder,/],
    [{ pages: 0 }, /^pages must be an integer in \[1, 64\], got 0/],
    [{ steps: 1.5 }, /^steps must be an integer in \[1, 100\], got 1.5/],
    [{ tasks: [] }, /^tasks must be a list of a text, at least 1 long, each once, got \[\]/],
    [{ tasks: ['../secret'] }, /^tasks must be/],
    [{ generic: 'some' }, /^generic must be one of "clickable", "all", "none", got "some"/],
    [{ strict: 1 }, /^strict must be true or false/],
    [{ folder: 3 }, /^folder must be a text, got 3/],
    [
      { folder: '/none', browser: process.execPath },
      /^folder must hold the pages of MiniWoB\+\+, got \/none\..*pip download/,
    ],
  ]
  for (const [options, message] of wrong) t.throws(() => miniwob(Object(options)), { instanceOf: RangeError, message })
})

test('tasks are of their split: pages are shared by training and seen, seeds by none', async t => {
  const folder = await emptyPages(t)
  const world = miniwob({ folder, browser: process.execPath })
  const of = (split: 'train' | 'seen' | 'unseen') =>
    Array.from({ length: 300 }, (_, seed) => world.generate?.(split, random(seed)) ?? { page: '', seed: -1 })
  const [train, seen, unseen] = [of('train'), of('seen'), of('unseen')]
  for (const task of [...train, ...seen, ...unseen]) t.deepEqual(world.parseTask(task), task)
  const pages = (tasks: typeof train) => [...new Set(tasks.map(({ page }) => page))].sort()
  t.deepEqual(pages(train), pages(seen))
  t.true(pages(unseen).every(page => !pages(train).includes(page)))
  t.true(train.every(({ seed }) => seed < 900_000) && [...seen, ...unseen].every(({ seed }) => seed >= 900_000))
  t.deepEqual(pages([...train, ...unseen]), suitedPages)
  const one = miniwob({ folder, browser: process.execPath, tasks: ['click-test'] }).generate?.('unseen', random(1))
  t.is(one?.page, 'click-test')
  t.throws(() => world.parseTask({ page: '../x', seed: 1 }), { message: /^page: must be the name of a page/ })
  t.throws(() => world.parseTask({ page: 'x', seed: -1 }), { message: /^seed: / })
})

test('without pages or a browser the world is refused, with what to do', async t => {
  t.throws(() => miniwob(), {
    instanceOf: RangeError,
    message: /^folder must be named\. .*pip download --no-deps miniwob.*--set environment\.options\.folder=/,
  })
  const folder = await emptyPages(t)
  t.throws(() => miniwob({ folder, browser: folder + '/none' }), { instanceOf: RangeError, message: /apt-get install/ })
})

test('files of the folder are served, and no other', async t => {
  const folder = await emptyPages(t)
  const pages = join(folder, 'miniwob', 'html')
  await writeFile(join(folder, 'secret.js'), 'secret')
  await symlink(join(folder, 'secret.js'), join(pages, 'link.js'))
  await symlink(join(pages, 'core', 'core.js'), join(pages, 'inside.js'))
  const serve = pageFiles(pagesFolder(folder))
  t.is(serve('http://localhost/core/core.js?x=1')?.body.toString(), 'core')
  t.is(serve('http://localhost/inside.js')?.type, 'text/javascript; charset=utf-8')
  for (const url of [
    'http://localhost/../../secret.js',
    'http://localhost/%2e%2e/%2e%2e/secret.js',
    'http://localhost/link.js',
  ])
    t.is(serve(url), null, url)
  for (const url of [
    'http://localhost/none.js',
    'http://localhost/core',
    'http://example.org/core/core.js',
    'file:///core.js',
  ])
    t.is(serve(url), null, url)
  t.is(serve('http://localhost/%ff.js'), null)
})

/** The recorded screen with what can be clicked. */
function screenOf({ axtreeGeneric, clickable }: RecordedStep): AccessibilityNode {
  const mark = (node: AccessibilityNode): AccessibilityNode => ({
    ...node,
    clickable: node.bid !== null && clickable.includes(node.bid),
    children: node.children.map(mark),
  })
  return mark(parseTree(axtreeGeneric))
}

test('where an expert of ours knows recorded screens, recorded experts who won did what it calls good', t => {
  const episodes = recordedEpisodes().filter(({ mode, task }) => mode === 'expert' && experts[task] !== undefined)
  let labelled = 0
  for (const { task, goal, steps } of episodes.filter(({ steps }) => steps.at(-1)?.reward === 1)) {
    steps.slice(1).forEach(({ action }, index) => {
      const before = steps[index]
      const label =
        before === undefined
          ? null
          : expertLabel(task, goal, { screen: screenOf(before), action: action ?? '', won: false })
      if (label === null) return
      labelled += 1
      t.true(label.good, `${task}: ${goal} ${action}`)
    })
  }
  t.log(episodes.length === 0 ? 'no recordings beside the project: nothing to compare with' : `${labelled} steps`)
  t.pass()
})

const button = (name: string, bid: string): AccessibilityNode => ({
  ...{ role: 'button', name, bid, value: null, properties: [], clickable: true, children: [] },
})

test('a label is of the meaning, not of the spelling; there is none without an expert', t => {
  const screen: AccessibilityNode = {
    ...button('', '0'),
    role: 'RootWebArea',
    children: [button('ONE', '3'), button('TWO', '4')],
  }
  const label = (action: string, page = 'click-test-2', won = false) =>
    expertLabel(page, 'Click button ONE.', { screen, action, won })?.good
  t.deepEqual([label("click('3')"), label('I press click(bid="3", button=\'left\').')], [true, true])
  t.deepEqual(
    [label("click('4')"), label("click('3', 'right')"), label('nothing'), label("click('3') click('4')")],
    [false, false, false, false],
  )
  t.is(label("click('3')", 'social-media'), undefined)
  t.is(label("focus('3') click('3')", 'click-test-2', true), true)
  t.is(label("click('3')", 'social-media', true), undefined)
})

test('options are selected in any order; a password is right only if it is as long', t => {
  const listed = (chosen: string): string =>
    [
      "RootWebArea ''",
      `\t[3] listbox ''`,
      ...['Ada', 'Bo'].map(each => `\t\t[${each === 'Ada' ? 4 : 5}] option '${each}'${chosen}`),
    ].join('\n')
  const selecting = (action: string): boolean | undefined =>
    expertLabel('click-scroll-list', 'Select Ada, Bo from the scroll list and click Submit.', {
      screen: parseTree(listed(', selected=False')),
      action,
      won: false,
    })?.good
  t.deepEqual(["select_option('3', ['Ada', 'Bo'])", "select_option('3', ['Bo', 'Ada'])"].map(selecting), [true, true])
  t.deepEqual(["select_option('3', ['Ada'])", "select_option('3', ['Bo', 'Bo'])"].map(selecting), [false, false])

  const goal = 'Enter the username "juan" and the password "Jc" into the text fields and press login.'
  const loginPage = (points: string): string =>
    `RootWebArea ''\n\t[3] textbox '' value='juan'\n\t[4] textbox '' value='${points}'\n\t[5] button 'Login'`
  const login = (points: string): boolean | undefined =>
    expertLabel('login-user', goal, { screen: parseTree(loginPage(points)), action: "click('5')", won: false })?.good
  t.deepEqual(['••', '•••', '•'].map(login), [true, false, false])
})

test('a page is named once, so that the splits share none', t => {
  const tasks = ['click-button', 'click-link', 'click-test', 'click-tab', 'click-button']
  t.throws(() => miniwobSettings({ tasks }), { instanceOf: RangeError, message: /tasks must be a list.*each once/ })
})

test('screens are told by the observations: after the goal, after an error; not where there is no page', t => {
  const page = "RootWebArea 'Form', focused\n\t[4] button 'Go'"
  const task = { page: 'click-button', seed: 1 }
  const steps = [
    { action: "click('4')", observation: `TimeoutError: Locator.click: Timeout 500ms exceeded.\n${page}` },
    { action: 'dance', observation: page },
  ]
  const opening = `Click the button\nRootWebArea is no goal\n${page}`
  t.deepEqual(recordedScreens({ task, opening, steps }), [
    { tree: page, calls: "click('4')" },
    { tree: page, calls: 'dance' },
    { tree: page, calls: '' },
  ])
  t.is(recordedScreens({ task, opening: 'Click the button', steps }), null)
})
