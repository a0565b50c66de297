/** The report of a run in the desk, in a real browser: paged through by keyboard, on a narrow screen, with hostile texts. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { screenHtml } from '../../../src/report/screens/screen-html.ts'
import { pageShell } from '../../../src/report/page-shell.ts'
import { writeReport } from '../../../src/report/write-report.ts'
import { createRunDirectory } from '../../../src/run/directory/run-directory.ts'
import { Html } from '../../../src/text/html.ts'
import { onPage } from '../../browser/our-page.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { writeDeskRun } from '../../run/desk-fixture.ts'
import { metricsOf } from '../../run/report-fixture.ts'

onPage('arrow keys page through a film; nothing is wider than a narrow screen', async (t, page) => {
  const path = join(await temporaryFolder(t), 'run')
  await writeDeskRun(path)
  await page.setViewportSize({ width: 400, height: 800 })
  await page.goto(pathToFileURL(await writeReport(path)).href)
  t.true((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 400)

  const film = page.locator('.film').first()
  const seen = async (): Promise<readonly (string | null)[]> =>
    Promise.all((await film.locator('.frame:visible').all()).map(frame => frame.getAttribute('aria-label')))
  const choice = film.locator('input').first()
  await choice.focus()
  t.deepEqual(await seen(), ['step 0'])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  t.deepEqual(await seen(), ['step 2'])
  await page.keyboard.press('ArrowLeft')
  t.deepEqual(await seen(), ['step 1'])
})

onPage('charts of values that span much have a logarithmic axis, if it is chosen', async (t, page) => {
  const path = join(await temporaryFolder(t), 'run')
  const run = await createRunDirectory(path, { versions: {}, config: parseRunConfig({}), formulation: null })
  for (let n = 1; n <= 20; n += 1) {
    const metrics = metricsOf(n)
    await run.appendMetrics({
      ...metrics,
      models: { policy: { ...metrics.models.policy, gradientNorm: 10 ** (n / 10) } },
    })
  }
  await run.close()
  await page.goto(pathToFileURL(await writeReport(path)).href)
  const shown = async (): Promise<readonly string[]> => {
    const figure = page.locator('figure', { has: page.locator('svg.log') }).first()
    const charts = await figure.locator('svg:visible').all()
    return Promise.all(charts.map(async chart => (await chart.getAttribute('class')) ?? ''))
  }
  t.deepEqual(await shown(), ['small linear'])
  await page.getByRole('checkbox', { name: /^logarithmic axis/ }).check()
  t.deepEqual(await shown(), ['small log'])
})

const attack = '<img src=x onerror="hacked=1"><script>hacked=1</script><svg onload="hacked=1">'
const bodies = {
  'in a tree': screenHtml({ tree: `RootWebArea '${attack}'\n\t[1] button '${attack}'`, calls: "click('1')" }).text,
  'as markup': attack,
}
for (const [place, text] of Object.entries(bodies))
  onPage(
    `hostile texts run nothing: ${place}`,
    async (t, page) => {
      const file = join(await temporaryFolder(t), 'page.html')
      await writeFile(file, pageShell({ title: attack, styles: [], body: new Html(text) }))
      await page.goto(pathToFileURL(file).href)
      t.is(await page.evaluate('typeof hacked'), 'undefined')
      t.is(await page.title(), `${attack} · rlanything`)
    },
    text === attack ? /Content Security Policy/ : null,
  )
