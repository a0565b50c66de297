/** A person at the desk: what is done on the page is graded, and a reload starts over. */
import type { PersonStatus } from '../../src/contracts/worlds/playable-page.ts'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { beginPlay } from '../../src/play/play.ts'
import { onPage } from '../browser/our-page.ts'

onPage('a person reads the task, takes steps that are graded, and starts over', async (t, page) => {
  const standings: PersonStatus[] = []
  const config = parseRunConfig({ environment: { name: 'desk', options: { depths: ['short'] } } })
  const play = await beginPlay({ config, split: 'train', port: 0, onStatus: each => void standings.push(each) })
  t.teardown(play.close)
  await page.goto(play.url)
  const standing = page.getByRole('status')
  const told = (steps: number) => page.getByText(`Not yet. Steps: ${steps} of ${play.stepLimit}.`).waitFor()
  await told(0)
  t.is(await page.locator('#goal').innerText(), play.goal)
  await page.getByRole('button').first().click()
  await told(1)
  t.regex(await standing.innerText(), /Steps: 1 of/)
  await page.reload()
  await told(0)
  t.deepEqual(
    standings.map(({ won, steps }) => [won, steps]),
    [
      [false, 0],
      [false, 1],
      [false, 0],
    ],
  )
})
