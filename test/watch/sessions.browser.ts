/** The page of sessions in a real browser, beside a gateway that is asked meanwhile. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createGateway } from '../../src/gateway/server/create-gateway.ts'
import { beginWatch } from '../../src/watch/watch.ts'
import { onPage } from '../browser/our-page.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

/** Where screenshots are kept, to be looked at; nowhere if it is not set. */
const album = process.env['RLANYTHING_SCREENSHOTS']

onPage(
  'sessions appear as they happen; a person gives a verdict and an outcome, with the key',
  async (t, page) => {
    const directory = join(await temporaryFolder(t), 'agents')
    const gateway = await createGateway({ directory, port: 0, threads: 1 })
    t.teardown(gateway.close)
    const watch = await beginWatch({ paths: [directory], port: 0 })
    t.teardown(watch.close)
    const messages = [
      { role: 'user', content: 'You are in the middle of a room. Looking around you, you see a desk 1.' },
    ]
    const ask = async (name: string): Promise<void> => {
      const answer = await fetch(`${gateway.url}/chat/completions`, {
        method: 'POST',
        headers: {
          'x-api-key': gateway.key,
          'content-type': 'application/json',
          connection: 'close',
          'x-session-id': name,
        },
        body: JSON.stringify({ messages, max_tokens: 8, seed: 1 }),
      })
      const { choices } = (await answer.json()) as { readonly choices: readonly [{ message: { content: string } }] }
      messages.push({ role: 'assistant', content: choices[0].message.content })
      messages.push({ role: 'user', content: 'Nothing happens.' })
    }
    await page.goto(`${watch.url}#view=sessions`)
    await page.locator('.view .note', { hasText: 'No session' }).first().waitFor()
    await ask('errand 7')
    await page.getByRole('button', { name: 'errand 7' }).click()
    const turns = page.locator('.turns > li')
    await turns.first().waitFor()
    await ask('errand 7')
    await turns.nth(1).waitFor()
    t.regex(await turns.first().innerText(), /desk 1[^]*read \d+, wrote \d+ tokens · weights 0/)

    const give = page.getByRole('button', { name: 'Give outcome' })
    await give.click()
    await page.getByRole('status').filter({ hasText: 'the key is missing or wrong' }).waitFor()
    await page.getByLabel('Key of the gateway').fill(gateway.key)
    await page.getByLabel('Outcome', { exact: true }).fill('0.5')
    await give.click()
    await page.getByText('Outcome 0.5.').waitFor()
    await turns.nth(1).getByLabel('Reason').fill('it stood still')
    await turns.nth(1).getByRole('button', { name: '− bad' }).click()
    await turns.nth(1).locator('.verdict', { hasText: 'you: it stood still' }).waitFor()
    t.regex(await page.locator('.view tbody tr').first().innerText(), /errand 7[^]*2\s[^]*\+0 −1\s[^]*0\.5/)
    if (album !== undefined) await page.screenshot({ path: join(album, 'sessions.png'), fullPage: true })
    const written = await readFile(join(directory, 'turns.jsonl'), 'utf8')
    t.regex(written, /"kind":"verdict".*"verdict":-1,"reason":"it stood still"/)
    t.false(written.includes(gateway.key))

    await page.setViewportSize({ width: 400, height: 800 })
    await turns.first().scrollIntoViewIfNeeded()
    t.true((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 400)
    if (album !== undefined) await page.screenshot({ path: join(album, 'sessions-narrow.png'), fullPage: true })
  },
  /status of 40\d/,
)
