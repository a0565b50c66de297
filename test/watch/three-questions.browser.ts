/** The clicks that docs/watch.md names for three questions lead to their answers: exactly these, in this order. */
import { readFileSync } from 'node:fs'
import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { lookUp } from '../../src/math/look-up.ts'
import { onPage } from '../browser/our-page.ts'
import { openWatched } from './watched-page.ts'

const guide = readFileSync('docs/watch.md', 'utf8')

/** What the guide says in bold in the row of a question. */
function clicksFor(question: string): readonly string[] {
  const row = guide.split('\n').find(line => line.startsWith(`| ${question} `)) ?? ''
  return [...row.matchAll(/\*\*(.+?)\*\*/g)].map(([, label = '']) => label)
}

/** How each is done. @throws {RangeError} of a click that the guide names and nobody knows. */
async function follow(
  t: ExecutionContext,
  question: string,
  hands: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  const clicks = clicksFor(question)
  t.deepEqual([...clicks].sort(), Object.keys(hands).sort())
  const known = new Map(Object.entries(hands))
  for (const click of clicks) await lookUp(known, click)()
}

const press = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

onPage('why an episode was lost, by the clicks of the guide', async (t, page) => {
  await openWatched(t, page, '#view=actors&run=full-1')
  await follow(t, 'Why was this episode lost?', {
    Curves: () => press(page, 'Curves'),
    'Success in training': async () => {
      const chart = page.getByRole('group', { name: /^Success in training, chart/ })
      await chart.locator('.mean').waitFor()
      await chart.click()
    },
    'lost only': () => page.getByRole('checkbox', { name: 'lost only' }).check(),
    episode: () => page.locator('.episode-list tbody').getByRole('button').first().click(),
  })
  const why = await page.locator('.episode .why').innerText()
  t.regex(why, /The expert calls step 3 the first bad one: nothing happens\./)
  t.regex(why, /The observer first condemns step 3: nothing happens/)
})

onPage('which task changed and why, by the clicks of the guide', async (t, page) => {
  await openWatched(t, page)
  const tree = page.getByRole('tree')
  await follow(t, 'Which task changed, and why?', {
    Tasks: () => press(page, 'Tasks'),
    Run: async () => {
      await page.getByRole('combobox', { name: 'Run', exact: true }).selectOption('full-1')
      await page.getByRole('tree', { name: 'versions of slot 1' }).waitFor()
    },
    slot: () => page.getByRole('button', { name: 'slot 3', exact: true }).click(),
  })
  await page.getByRole('tree', { name: 'versions of slot 3' }).waitFor()
  const text = await tree.innerText()
  t.regex(text, /harder rarer-target/)
  t.regex(text, /the mug lies in the microwave, where mugs seldom are/)
  t.regex(text, /Accepted by rule paper: it had 4 of 8 \(50 %\), its parent 1 of 8/)
})

onPage('whether two settings differ beyond chance, by the clicks of the guide', async (t, page) => {
  await openWatched(t, page, '#run=full-1&run=full-2')
  await follow(t, 'Do two settings differ by more than chance?', {
    runs: async () => {
      for (const name of ['plain-1', 'plain-2']) await page.getByRole('checkbox', { name, exact: true }).check()
    },
    Comparison: () => press(page, 'Comparison'),
    Against: async () => {
      const against = page.getByRole('combobox', { name: 'Against' })
      const arms = await against.locator('option').allInnerTexts()
      t.is(arms.length, 2)
      await against.selectOption(arms[1] ?? '')
    },
  })
  const settings = page.locator('.view table').first()
  t.regex(await settings.innerText(), /feedback\.lambda/)
  const compared = page.locator('#compared')
  await compared.locator('tbody tr').first().waitFor()
  const titles = await compared.locator('th').allInnerTexts()
  for (const title of ['Difference, points', 'Beyond chance?']) t.true(titles.includes(title), title)
  /* The made-up runs differ in nothing but a setting. */
  t.deepEqual([...new Set(await compared.locator('tbody td:nth-last-child(2)').allInnerTexts())], ['no'])
})
