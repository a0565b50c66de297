/** The page of runs in a real browser: each feature once, live, and with many long runs. */
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { statusOfProcess } from '../../src/runtime/waiting/thread-status.ts'
import { trainRun } from '../../src/run/train.ts'
import { createRunDirectory } from '../../src/run/directory/run-directory.ts'
import { beginWatch } from '../../src/watch/watch.ts'
import { onPage } from '../browser/our-page.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eachRole, mortals } from '../chaos/mortals.ts'
import { metricsOf } from '../run/report-fixture.ts'
import { eventsOf, tinyConfig, tinyStarters } from '../run/tiny-run.ts'
import { writeManyRuns } from './many-runs.ts'
import { everyRun, openWatched } from './watched-page.ts'

const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))

/** Where screenshots are kept, to be looked at; nowhere if it is not set. */
const album = process.env['RLANYTHING_SCREENSHOTS']

const chart = (page: Page) => page.locator('[data-measure="success"]')

onPage('curves: mean and band, smoothing, log axis, x axis, zoom, cursor, table, link', async (t, page) => {
  await openWatched(t, page)
  const success = chart(page)
  await success.locator('.band').first().waitFor()
  t.regex(await success.locator('.values').innerText(), /± .* SE of 2 seeds/)
  t.is(await success.locator('.seed').count(), 2)
  t.true(((await success.locator('.band').first().boundingBox()) ?? t.fail('no band')).height > 10)
  t.regex(await success.locator('.note').first().innerText(), /band ± 1 standard error/)

  await page.getByRole('slider', { name: /^Smoothing/ }).fill('3')
  await success.locator('.raw').first().waitFor()
  await success.getByRole('checkbox', { name: 'log' }).check()
  await page.waitForURL(/log=success/)
  for (const along of ['episodes', 'tokens', 'hours', 'iteration']) {
    await page.getByRole('combobox', { name: 'x axis' }).selectOption(along)
    await success.locator('svg text', { hasText: along }).waitFor()
  }

  /* A drag over the middle third. */
  const plot = success.locator('.plot')
  const before = await plot.innerHTML()
  const { x, y, width } = (await plot.boundingBox()) ?? t.fail('the chart is not there')
  await page.mouse.move(x + width / 3, y + 80)
  await page.mouse.down()
  await page.mouse.move(x + (2 * width) / 3, y + 80, { steps: 3 })
  await page.mouse.up()
  await page.waitForURL(/zoom=/)
  await page.waitForFunction(
    `document.querySelector('[data-measure="success"] .plot').innerHTML !== ${JSON.stringify(before)}`,
  )

  /* One cursor over all charts: of the pointer, and by keyboard. */
  await page.locator('.cursor').nth(3).waitFor({ state: 'attached' })
  await page.mouse.move(0, 0)
  await plot.press('End')
  await plot.press('ArrowLeft')
  await page.locator('.cursor').nth(3).waitFor({ state: 'attached' })
  t.is(new Set(await page.locator('.cursor > text').allTextContents()).size, 1)
  await plot.press('0')
  await page.waitForURL(url => !url.href.includes('zoom='))

  await success.getByText('Table', { exact: true }).click()
  await success.locator('tbody tr').nth(10).waitFor()
  /* The run in the desk has fewer iterations than the others: of those after it there is no value. */
  const [columns, last] = [success.locator('thead th'), success.locator('tbody tr').last().locator('th, td')]
  const ends = await last.allInnerTexts()
  for (const [index, name] of (await columns.allInnerTexts()).entries())
    t.is(ends[index] === '–', name.startsWith('desk'), `${name} ${ends[index]}`)

  const address = page.url()
  await page.goto('about:blank')
  await page.goto(address)
  await success.locator('.raw').first().waitFor()
  t.true(await success.getByRole('checkbox', { name: 'log' }).isChecked())
})

onPage(
  'a pinned chart comes first, also by link; a run shows notes, its best iterations and all settings',
  async (t, page) => {
    await openWatched(t, page)
    const kl = page.locator('[data-measure="policy.kl"]')
    await kl.getByRole('checkbox', { name: 'pin' }).check()
    await page.waitForURL(/pin=policy.kl/)
    for (const again of [() => Promise.resolve(null), () => page.reload()]) {
      await again()
      await page.locator('section.measures').first().getByText('Pinned').waitFor()
      t.is(await page.locator('figure.measured').first().getAttribute('data-measure'), 'policy.kl')
      t.is(await kl.count(), 1)
    }
    await page.getByRole('link', { name: 'Run', exact: true }).click()
    await page.locator('#best tbody tr').nth(3).waitFor()
    t.regex(await page.locator('.view').innerText(), /No notes: write them into .*notes\.md/)
    await page.locator('#settings').fill('lambda=')
    await page.waitForFunction(`document.querySelectorAll('#every-setting tbody tr').length === 1`)
    t.regex(await page.locator('#every-setting tbody').innerText(), /feedback\.lambda\s+(0\.3|1)/)
  },
)

onPage('a figure is kept as SVG, as PNG of twice its size, and as its data', async (t, page) => {
  await openWatched(t, page)
  const success = chart(page)
  await success.locator('.mean').first().waitFor()
  const saved = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      success.getByRole('button', { name, exact: true }).click(),
    ])
    t.is(download.suggestedFilename(), `success.${name.toLowerCase()}`)
    return readFile(await download.path())
  }
  const svg = (await saved('SVG')).toString()
  t.regex(svg, /^<svg .*xmlns="http:\/\/www.w3.org\/2000\/svg".*success in training/)
  const [, width, height] = /^<svg [^>]*width="(\d+)" height="(\d+)"/.exec(svg) ?? []
  const png = await saved('PNG')
  t.is(png.toString('latin1', 1, 4), 'PNG')
  t.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [2 * Number(width), 2 * Number(height)])
  t.regex((await saved('CSV')).toString(), /^run,arm,seed,iteration/)
})

onPage('runs are joined by the value of a setting, in chart, legend, list and link', async (t, page) => {
  await openWatched(t, page)
  const success = chart(page)
  await success.locator('.mean').first().waitFor()
  t.is(await success.locator('.legend li').count(), 3)
  await page.getByRole('combobox', { name: 'Group runs by' }).selectOption('feedback.lambda')
  const joined = success.locator('.legend li', { hasText: 'feedback.lambda = ' })
  await joined.nth(1).waitFor()
  t.regex(await success.locator('.note').first().innerText(), /runs of equal feedback\.lambda/)
  t.true((await joined.allInnerTexts()).some(text => /SE of [23] runs/.test(text)))
  await page.reload()
  await joined.nth(1).waitFor()
  t.is(await page.getByRole('combobox', { name: 'Group runs by' }).inputValue(), 'feedback.lambda')
})

onPage('episodes: an iteration of a chart by keyboard, screens, and the history of the task', async (t, page) => {
  await openWatched(t, page, '#run=desk')
  await chart(page).locator('.mean').first().waitFor()
  await chart(page).locator('.plot').press('Home')
  await chart(page).locator('.plot').press('Enter')
  const rows = page.locator('.episode-list tbody tr')
  await rows.nth(3).waitFor()
  t.is(await page.locator('output[for="iteration"]').innerText(), 'iteration 1')
  await page.getByRole('checkbox', { name: 'lost only' }).check()
  await rows.nth(3).waitFor({ state: 'detached' })
  await rows.getByRole('button').first().click()
  await page.locator('.episode .steps > li').first().waitFor()
  const step = page.locator('.episode .steps > li').first()
  for (const part of ['.action', '.observation', '.verdict small'])
    t.not(await step.locator(part).first().innerText(), '')
  await step.getByText('Read so far', { exact: true }).click()
  t.not(await step.locator('pre').innerText(), '')
  await page.locator('.episode .steps details:last-of-type summary').first().click()
  await page.locator('.episode .screen, .episode .shown').first().waitFor()
  t.regex(await page.locator('.episode h3').innerText(), /lost/)
  t.regex(await page.locator('.episode .verdicts').first().innerText(), /reward .* advantage/)
  await page.getByRole('button', { name: /^History of its task/ }).click()
  await page.locator('.tree h3', { hasText: /^Slot/ }).waitFor()
})

onPage(
  'a setting filters runs; health checks lead to their curves; actors have a chart of device use',
  async (t, page) => {
    await openWatched(t, page)
    await page.getByRole('searchbox', { name: 'Filter' }).fill('lambda=1')
    await page.locator('.runs li').nth(2).waitFor({ state: 'detached' })
    t.is(await page.locator('.runs li').count(), 2)
    await page.getByRole('link', { name: 'Health checks' }).click()
    await page.locator('.health-checks li.health').nth(10).waitFor()
    await page.locator('.health-checks li.health button').first().click()
    await page.waitForURL(/search=invalidShare/)
    await page.getByRole('link', { name: 'Actors' }).click()
    await page.locator('.gantt .span').nth(8).waitFor({ state: 'attached' })
    t.regex(await page.locator('.view').innerText(), /verb[^]*calls/i)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Chrome trace' }).click(),
    ])
    const trace = JSON.parse(await readFile(await download.path(), 'utf8')) as {
      readonly traceEvents: readonly object[]
    }
    t.true(trace.traceEvents.length > 8)
  },
)

onPage('of a run whose policy died: the death, the restart, and how full the links were', async (t, page) => {
  const folder = await temporaryFolder(t)
  const actors = mortals({
    seed: 1,
    ailments: eachRole(role => (role === 'policy' ? ['exception'] : [])),
    messages: eachRole(() => 20),
  })
  /* Long enough for several looks at the links, one each half second. */
  const config = tinyConfig(await tinyStarters(folder), { iterations: 16, supervision: { firstDelayMs: 1 } })
  await eventsOf(trainRun({ config, directory: join(folder, 'run'), actors }))
  const watch = await beginWatch({ paths: [join(folder, 'run')], port: 0 })
  t.teardown(watch.close)
  await page.goto(`${watch.url}#view=actors&of=run`)
  const part = (name: string) => page.locator(`.view h3:text-is("${name}") ~ *`)
  await part('Deaths and restarts').first().waitFor()
  t.regex(await page.locator('.view').innerText(), /One actor has died\./)
  const lives = await page.locator('.view table').first().locator('tbody tr').allInnerTexts()
  t.true(
    lives.some(text => /^policy\s+ended\s+1\s+exception: /.test(text)),
    lives.join('\n'),
  )
  t.true(
    lives.some(text => /^gpu\s+ended\s+0\s*$/.test(text)),
    lives.join('\n'),
  )
  const events = await part('Deaths and restarts').locator('tbody tr').allInnerTexts()
  t.regex(events.at(-1) ?? '', /^policy\s+\d+\s+died\s+exception: /)
  t.regex(events.at(-2) ?? '', /^policy\s+\d+\s+restarted\s+restart number 1/)
  const links = await part('Links').locator('tbody tr').allInnerTexts()
  t.true(
    links.some(text => /^policy → gpu\s+\d+\s+\d+\s+[1-9]\d*$/.test(text)),
    links.join('\n'),
  )
})

onPage('a line is drawn within a second; a killed run and a closed server leave the page as it is', async (t, page) => {
  const folder = await temporaryFolder(t)
  const live = join(folder, 'live')
  const run = await createRunDirectory(live, {
    versions: {},
    config: parseRunConfig({ iterations: 60 }),
    formulation: null,
  })
  await run.appendMetrics(metricsOf(1))
  const watch = await beginWatch({ paths: [folder], port: 0 })
  t.teardown(watch.close)
  await page.goto(watch.url)
  /* A single point has no size. */
  await chart(page).locator('.mean').waitFor({ state: 'attached' })
  const badge = (text: string) => page.locator('.runs .badge', { hasText: text }).waitFor()
  await badge('running')
  const took: number[] = []
  for (let iteration = 2; iteration <= 6; iteration += 1) {
    const before = performance.now()
    await appendFile(
      join(live, 'metrics.jsonl'),
      `${JSON.stringify({ ...metricsOf(iteration), success: iteration / 10 })}\n`,
    )
    await chart(page)
      .locator('.values', { hasText: `${iteration * 10}.0 %` })
      .waitFor()
    took.push(Math.round(performance.now() - before))
  }
  t.log(`a line is drawn after ${took.join(', ')} ms`)
  /* The least: a busy machine takes longer. */
  t.true(Math.min(...took) < 1000)
  await chart(page).locator('.plot').press('+')
  await page.waitForURL(/zoom=/)
  const zoomed = page.url()
  await appendFile(join(live, 'metrics.jsonl'), `${JSON.stringify(metricsOf(7))}\n`)
  await page.locator('.runs .note', { hasText: '7 of 60' }).waitFor()
  t.is(page.url(), zoomed)
  await run.close()
  await badge('stopped')
  await rm(live, { recursive: true })
  await page.locator('.runs li').waitFor({ state: 'detached' })
  await mkdir(live)
  await writeFile(join(live, 'config.json'), 'not a configuration')
  await badge('unreadable')
  await watch.close()
  await page.locator('header .badge', { hasText: 'gone' }).waitFor()
  t.is(await page.locator('.runs li').count(), 1)
})

onPage('100 runs of 10,000 iterations', async (t, page) => {
  const folder = await temporaryFolder(t)
  await writeManyRuns(folder, 100, 10_000)
  const child = spawn(process.execPath, [program, 'watch', join(folder, 'runs'), '--no-open'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const begun = performance.now()
  const [first] = (await once(child.stdout, 'data')) as [Buffer]
  const url = /http:\S+/.exec(first.toString())?.[0] ?? ''
  t.log(`the server was there after ${Math.round(performance.now() - begun)} ms`)
  const opening = async (when: string): Promise<void> => {
    const before = statusOfProcess(child.pid)
    await page.goto(url)
    await chart(page).locator('.mean').first().waitFor()
    const wall = Math.round(await page.evaluate<number>('performance.now()'))
    const after = statusOfProcess(child.pid)
    const spent = (of: 'ranMs' | 'waitedMs'): number => Math.round((after?.[of] ?? 0) - (before?.[of] ?? 0))
    t.log(
      `${when}: all curves drawn ${wall} ms after the page was asked for; ` +
        `of these the server ran ${spent('ranMs')} and waited ${spent('waitedMs')} ms for a processor`,
    )
  }
  await opening('at once')
  await page.goto('about:blank')
  await opening('while lines are read')
})

/** What has been drawn when a view is there. */
const views = {
  curves: '.mean',
  episodes: '.episode .steps > li',
  tasks: '.versions .version',
  compare: '.view table',
  health: '.health-checks li.health',
  actors: '.gantt .span',
}

onPage(
  'questions that failed are asked again when their view is shown anew; a server that answers again is live',
  async (t, page) => {
    const folder = await openWatched(t, page)
    await chart(page).locator('.mean').first().waitFor()
    const badge = page.locator('header .badge')
    await page.route(/\/api\/(?!events)/, route => route.fulfill({ status: 503, body: 'busy' }))
    await writeFile(join(folder, 'desk', 'notes.md'), '#once')
    await badge.filter({ hasText: 'gone' }).waitFor()
    const asked = Object.entries({ run: '#best tbody tr', ...views, episodes: '.episode-list tbody tr' }).filter(
      ([view]) => !['curves', 'health'].includes(view),
    )
    const show = async (view: string): Promise<void> => {
      const of = view === 'episodes' ? 'desk' : 'full-1'
      const runs = ['full-1', 'plain-1'].map(id => `run=${id}`).join('&')
      await page.evaluate(`location.hash = '#view=${view}&${runs}&of=${of}'`)
      await page.locator(`[data-view="${view}"][aria-current="page"]`).waitFor()
    }
    for (const [view] of asked) {
      await show(view)
      await page.locator('.fault', { hasText: 'busy' }).waitFor()
      await show('health')
      await page.locator('.fault:empty').waitFor({ state: 'attached' })
    }
    await page.unroute(/\/api\/(?!events)/)
    for (const [view, drawn] of asked) {
      await show(view)
      await page.locator(drawn).first().waitFor({ state: 'attached' })
    }
    await show('episodes')
    await page.route(/\/api\/episode\?/, route => route.fulfill({ status: 503, body: 'busy' }))
    await page.locator('.episode-list .link').first().click()
    await page.locator('.fault', { hasText: 'busy' }).waitFor()
    await page.unroute(/\/api\/episode\?/)
    for (const view of ['Health checks', 'Episodes']) await page.getByRole('link', { name: view, exact: true }).click()
    await page.locator(views.episodes).first().waitFor()
    await writeFile(join(folder, 'desk', 'notes.md'), '#twice')
    await badge.filter({ hasText: 'live' }).waitFor()
    t.is(await page.locator('.fault').innerText(), '')
  },
)

for (const [width, height] of [
  [1280, 900],
  [400, 800],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    onPage(`nothing is wider than ${width} pixels, ${colorScheme}`, async (t: ExecutionContext, page) => {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await openWatched(t, page)
      for (const [view, drawn] of Object.entries(views)) {
        await page.evaluate(`location.hash = '#view=${view}&${everyRun}&of=${view === 'episodes' ? 'desk' : 'full-1'}'`)
        await page.locator(`[data-view="${view}"][aria-current="page"]`).waitFor()
        if (view === 'compare') {
          const desk = page.getByRole('checkbox', { name: 'desk' })
          const isFolded = !(await desk.isVisible())
          if (isFolded) await page.locator('.side > summary').click()
          await desk.uncheck()
          if (isFolded) await page.locator('.side > summary').click()
          await page.locator('.view table').nth(1).waitFor()
        }
        if (view === 'episodes') await page.locator('.episode-list .link').first().click()
        await page.locator(drawn).first().waitFor({ state: 'attached' })
        t.true((await page.evaluate<number>('document.documentElement.scrollWidth')) <= width, view)
        if (view === 'curves') {
          await chart(page).scrollIntoViewIfNeeded()
          await chart(page).locator('.band').first().waitFor()
        }
        if (album !== undefined) await page.screenshot({ path: join(album, `${view}-${width}-${colorScheme}.png`) })
      }
    })
  }
}
