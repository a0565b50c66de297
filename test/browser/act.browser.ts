/** Actions and their errors in a page of a real browser, and what the tree then says. */
import { z } from 'zod'
import { actByTextIn } from '../../src/browser/gui/act-by-text.ts'
import { pageActions } from '../../src/browser/gui/act.ts'
import { observe } from '../../src/browser/gui/observe.ts'
import type { Page } from '../../src/browser/page.ts'
import { flatten } from '../../src/gui/tree/flatten.ts'
import { shown } from './pages.ts'
import { withBrowser } from './real.ts'

const form = `<!doctype html><title>Form</title>
<style>body { margin: 0; font: 16px monospace } #far { margin-top: 900px }</style>
<input id=name><textarea></textarea><input type=date><input type=checkbox id=box><label for=box>Box</label>
<button disabled>Off</button><button style="display: none">Hidden</button><span onclick="note('span')">Span</span>
<select><option value=r>Red</option><option>Blue</option></select><select multiple><option>One</option><option>Two</option></select>
<div style="position: relative"><button>Under</button><div style="position: absolute; inset: 0"></div></div>
<div contenteditable>Edit</div><button id=far onclick="note('far')">Far</button>
<script>
const log = []
const note = text => log.push(text)
for (const name of ['click', 'dblclick', 'contextmenu', 'keydown', 'input', 'change', 'mouseover', 'wheel'])
  addEventListener(name, event => note(name + ' ' + event.target.tagName + ' ' + (event.key ?? event.detail ?? '')))
</script>`
const bids = {
  ...{ name: '5', area: '6', date: '7', box: '8', off: '10', hidden: '11', span: '12', colours: '13', many: '16' },
  ...{ under: '20', edit: '22', far: '23' },
}

const doing = (page: Page) => {
  const act = actByTextIn(page, 1, pageActions)
  return async (text: string): Promise<string> => {
    const error = await act(text)
    await page.advance(100)
    return error
  }
}

withBrowser('elements are numbered, acted on, and shown as they then are', async (t, browser) => {
  const page = await shown(browser, form)
  await page.freeze(Date.UTC(2026, 0, 1))
  const text = async () => flatten((await observe(page)).root, { generic: 'clickable' })
  const first = await text()
  for (const [line, bid] of [
    ['textbox', bids.name],
    ['checkbox', bids.box],
    ['generic', bids.span],
    ['listbox', bids.many],
  ])
    t.regex(first, new RegExp(`\\[${bid}\\] ${line}`))
  const act = doing(page)

  t.is(await act(`fill('${bids.name}', 'Ann')`), '')
  t.is(await act(`press('${bids.name}', 'Shift+b') press('${bids.name}', 'End') press('${bids.name}', 'c')`), '')
  t.is(await act(`fill('${bids.area}', 'one\\ntwo')`), '')
  t.is(await act(`fill('${bids.date}', '2026-02-28')`), '')
  t.is(await act(`click('${bids.box}')`), '')
  t.is(await act(`select_option('${bids.colours}', 'Blue')`), '')
  t.is(await act(`select_option('${bids.many}', ['One', 'Two'])`), '')
  t.is(await act(`fill('${bids.edit}', 'New')`), '')
  t.is(await act(`click('${bids.far}')`), '')
  t.is(await act(`click('${bids.span}') dblclick('${bids.span}') click('${bids.span}', 'right')`), '')
  t.is(await act(`hover('${bids.far}') scroll(0, -2000)`), '')
  const after = await text()
  for (const part of [
    "textbox '' value='AnnBc'",
    "value='one\\ntwo'",
    "checkbox 'Box', checked='true'",
    "value='Blue'",
    "'New'",
  ])
    t.true(after.includes(part), `${part} in\n${after}`)
  const log = await page.evaluate('page', 'log', z.array(z.string()))
  t.is(log.filter(each => each === 'span').length, 3)
  for (const each of ['far', 'dblclick SPAN 2', 'contextmenu SPAN 0', 'keydown INPUT B', 'change SELECT '])
    t.true(log.includes(each), `${each} in ${log.join(', ')}`)
  t.is(await page.evaluate('page', 'scrollY', z.number()), 0)

  t.is(await act(`clear('${bids.name}')`), '')
  t.is(await act(`fill('${bids.name}', 'Bob', True)`), '')
  t.is((await observe(page)).focused, bids.name)
  t.regex(await text(), /textbox '' value='Bob', focused/)
})

withBrowser('what cannot be done is said as BrowserGym says it, and does nothing', async (t, browser) => {
  const page = await shown(browser, form)
  await page.freeze(Date.UTC(2026, 0, 1))
  await observe(page)
  const act = doing(page)
  const faults: Record<string, string> = {
    "click('999')": 'ValueError: Could not find element with bid "999"',
    [`click('${bids.off}')`]: 'TimeoutError: Locator.click: Timeout 500ms exceeded.',
    [`click('${bids.hidden}')`]: 'TimeoutError: Locator.click: Timeout 500ms exceeded.',
    [`dblclick('${bids.under}')`]: 'TimeoutError: Locator.dblclick: Timeout 500ms exceeded.',
    [`fill('${bids.span}', 'x')`]:
      'Error: Locator.fill: Error: Element is not an <input>, <textarea> or [contenteditable] element',
    [`fill('${bids.box}', 'x')`]: 'Error: Locator.fill: Error: Input of type "checkbox" cannot be filled',
    [`fill('${bids.date}', '28.2.2026')`]: 'Error: Locator.fill: Error: Malformed value',
    [`select_option('${bids.name}', 'Red')`]: 'Error: Locator.select_option: Error: Element is not a <select> element',
    [`select_option('${bids.colours}', 'Green')`]: 'TimeoutError: Locator.select_option: Timeout 500ms exceeded.',
    [`press('${bids.name}', 'Foo')`]: 'Error: Locator.press: Unknown key: "Foo"',
    "goto('file:///etc/passwd')": "NameError: Invalid action type 'goto'.",
  }
  const before = await page.evaluate('page', 'document.body.innerText', z.string())
  for (const [action, fault] of Object.entries(faults)) t.is(await act(action), fault, action)
  t.is(await page.evaluate('page', 'document.body.innerText', z.string()), before)
})

withBrowser('time stands still, except for what it is given', async (t, browser) => {
  const page = await shown(browser, '<p></p><script>let ticks = 0; setInterval(() => ticks++, 100)</script>')
  await page.freeze(Date.UTC(2026, 0, 1))
  const now = () => page.evaluate('page', '[Date.now(), ticks]', z.tuple([z.number(), z.number()]))
  const [start, ticks] = await now()
  await new Promise(resolve => setTimeout(resolve, 300))
  t.deepEqual(await now(), [start, ticks])
  await page.advance(1000)
  const [later, more] = await now()
  t.true(
    Math.abs(later - start - 1000) <= 10 && Math.abs(more - ticks - 10) <= 1,
    `${later - start} ms, ${more - ticks} ticks`,
  )
})
