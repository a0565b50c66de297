/** Episodes that real BrowserGym recorded, played again: goal, both texts, focus, kind of error, reward and end at every step. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pageFiles, origin } from '../../../environments/miniwob/play/page-files.ts'
import { pageOptions, startEpisode, type PageStatus } from '../../../environments/miniwob/play/live-page.ts'
import { launchBrowser } from '../../../src/browser/browser.ts'
import { flatten } from '../../../src/gui/tree/flatten.ts'
import type { AccessibilityNode } from '../../../src/gui/tree/accessibility-node.ts'
import { recordedEpisodes, type RecordedEpisode, type RecordedStep } from '../../gui/episodes.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { fontsFile, hasRecordedFonts, withPages } from './pages.ts'

/** Of the recorded machine: after a double click on a label the focus is elsewhere. */
const known = ["click-checkboxes dblclick('17')"]

withPages('the recorded episodes are played again without another difference', async (t, { browser: path, folder }) => {
  const episodes = recordedEpisodes()
  if (episodes.length === 0) return void t.pass('no recordings beside the project: nothing to compare with')
  if (!hasRecordedFonts) return void t.pass('the fonts of the recordings (fonts-dejavu) are not on this machine')
  const temporary = await temporaryFolder(t)
  process.env['FONTCONFIG_FILE'] = join(temporary, 'fonts.conf')
  await writeFile(process.env['FONTCONFIG_FILE'], fontsFile(temporary))
  const browser = await launchBrowser(path)
  t.teardown(browser.kill)
  const serve = pageFiles(folder)
  let [whole, same, compared] = [0, 0, 0]
  const differences: string[] = []

  for (const episode of episodes) {
    const page = await browser.open(pageOptions(serve, 60_000))
    const live = await startEpisode(page, { page: episode.task, seed: episode.miniwobSeed })
    t.is(live.goal, episode.goal)
    let equal = true
    for (const step of episode.steps) {
      const standing = step.action === null ? live.opening : await live.act(step.action)
      const different = differenceOf(episode, step, standing)
      compared += 1
      if (different === null) same += 1
      else {
        equal = false
        differences.push(`${episode.task} ${step.action}`)
        t.log(`${episode.task}, seed ${episode.miniwobSeed}, ${step.action}: ${different}`)
        break
      }
    }
    if (equal) whole += 1
    await live.close()
  }
  t.log(`${whole} of ${episodes.length} episodes, ${same} of ${compared} observations agree`)
  t.deepEqual(differences, known)
})

/** Which part is different, with both values; `null` if none is. */
function differenceOf({ task }: RecordedEpisode, step: RecordedStep, standing: PageStatus): string | null {
  const { screen, status, error, moved } = standing
  const text = (recorded: string): string => recorded.replaceAll('http://localhost:8000/', origin)
  const pairs: Readonly<Record<string, readonly [found: unknown, wanted: unknown]>> = {
    axtree: [flatten(screen.root), text(step.axtree)],
    axtreeGeneric: [flatten(screen.root, { generic: 'all' }), text(step.axtreeGeneric)],
    focused: [screen.focused, step.focused],
    error: [error.split(':')[0], step.error.split(':')[0]],
    reward: [!moved && status.reward > 0 ? 1 : 0, step.reward],
    done: [moved || status.done, step.done],
    clickable: [clickable(screen.root).filter(bid => !step.clickable.includes(bid)), []],
  }
  const wrong = Object.entries(pairs).find(([, [found, wanted]]) => JSON.stringify(found) !== JSON.stringify(wanted))
  return wrong === undefined
    ? null
    : `${wrong[0]} of ${task}: ${wrong[1].map(each => JSON.stringify(each)).join(' and ')}`
}

/** In the tree, of which the recorded ones are more than enough: they were recorded of the whole document. */
const clickable = (node: AccessibilityNode): readonly string[] => [
  ...(node.clickable && node.bid !== null ? [node.bid] : []),
  ...node.children.flatMap(clickable),
]
