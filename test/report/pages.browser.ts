/** Pages on a narrow screen: nothing is cut off, and nothing is squeezed. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeExperimentPage } from '../../src/report/experiment/experiment-page.ts'
import { writeReport } from '../../src/report/write-report.ts'
import { onPage } from '../browser/our-page.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { writeFixtureRun } from '../run/report-fixture.ts'
import { experimentFixture } from './experiment-fixture.ts'

/** Texts of charts that reach out of their figure, heads of rows that are narrower than a word, and whatever is wider than the page. */
const faultsOf = `(() => {
  const box = element => element.getBoundingClientRect()
  const told = (what, elements) => elements.map(element => what + ': ' + element.textContent.trim())
  const all = selector => [...document.querySelectorAll(selector)].filter(element => box(element).width > 0)
  const cut = element => {
    const clip = element.closest('svg')
    const bounds = box(getComputedStyle(clip).overflow === 'visible' ? clip.closest('figure') : clip)
    return box(element).left < bounds.left - 0.5 || box(element).right > bounds.right + 0.5
  }
  return [
    ...told('cut off', all('figure svg text').filter(cut)),
    ...told('squeezed', all('tbody th').filter(element => box(element).width < 60)),
    ...told('too wide', document.documentElement.scrollWidth > innerWidth ? [document.querySelector('h1')] : []),
  ]
})()`

for (const width of [1280, 400, 320])
  onPage(`reports and experiments are whole on ${width} pixels`, async (t, page) => {
    await page.setViewportSize({ width, height: 900 })
    const folder = await temporaryFolder(t)
    await writeFixtureRun(join(folder, 'run'))
    const arms = experimentFixture().arms.map(arm => ({ ...arm, name: `${arm.name} of all arms` }))
    const experiment = join(folder, 'index.html')
    await writeFile(experiment, writeExperimentPage({ ...experimentFixture(), arms }))
    for (const file of [await writeReport(join(folder, 'run')), experiment]) {
      await page.goto(pathToFileURL(file).href)
      t.deepEqual(await page.evaluate(faultsOf), [], file)
    }
  })
