/** MiniWoB++: small tasks on real web pages, in a real browser. See README.md. */
import type { ActResult, OpenEpisode, World } from '../../src/contracts/worlds/world.ts'
import { launchBrowser } from '../../src/browser/browser.ts'
import { pagePool } from '../../src/browser/pool.ts'
import { findBrowser } from '../../src/browser/process/find-browser.ts'
import { flatten } from '../../src/gui/tree/flatten.ts'
import { expertLabel } from './experts/label.ts'
import { byNames, type EpisodeTelling } from './names/by-names.ts'
import { knownPhrases } from './names/known-phrases.ts'
import { miniwobSettings, type MiniwobOptions } from './tasks/options.ts'
import { folderAdvice, pageFiles, pagesFolder } from './play/page-files.ts'
import { pageOptions, startEpisode } from './play/live-page.ts'
import { pageOutcome } from './play/page-outcome.ts'
import { replayedEpisode } from './play/replayed.ts'
import { photographed } from './photographed.ts'
import { recordedScreens } from './recorded-screens.ts'
import { generateMiniwobTask, parseMiniwobTask, type MiniwobTask } from './tasks/task.ts'

/** Its browser ends with the process, or with `close`. */
export interface MiniwobWorld extends World<MiniwobTask> {
  /** The process of the browser; `null` while none runs. */
  readonly processId: () => number | null
  /** Ends the browser. The next episode starts another. */
  readonly close: () => Promise<void>
}

/** @throws {RangeError} if an option is unknown or out of range, no folder is named or it has no pages, or there is no browser. */
export function miniwob(options: MiniwobOptions = {}): MiniwobWorld {
  const settings = miniwobSettings(options)
  const { tasks, generic, strict, steps, pages, deadlineSeconds, dialect } = settings
  if (settings.folder === null) throw new RangeError(`folder must be named. ${folderAdvice}`)
  const serve = pageFiles(pagesFolder(settings.folder))
  const browser = findBrowser(settings.browser ?? undefined, process.env)
  const pool = pagePool(() => launchBrowser(browser), pages)

  const vocabulary = settings.vocabulary === null ? null : knownPhrases(settings.vocabulary)

  /** As BrowserGym has it: the goal, the tree, and calls with numbers. */
  const inFull = (goal: string): EpisodeTelling => {
    let opening = `${goal}\n`
    return {
      tell: ({ screen, error }) => {
        const text = opening + (error === '' ? '' : `${error}\n`) + flatten(screen.root, { generic })
        opening = ''
        return text
      },
      call: action => action,
    }
  }

  const telling = (goal: string): EpisodeTelling => (dialect === 'names' ? byNames(goal, vocabulary) : inFull(goal))

  const open = async (task: MiniwobTask, signal: AbortSignal): Promise<OpenEpisode> => {
    const episode = await replayedEpisode(async () => {
      const page = await pool.open(pageOptions(serve, deadlineSeconds * 1000), signal)
      try {
        return await startEpisode(page, task)
      } catch (thrown) {
        await page.close()
        throw thrown
      }
    })
    const { tell, call } = telling(episode.goal)
    let before = episode.opening
    return {
      observation: tell(before),
      act: async (said): Promise<ActResult> => {
        const action = call(said)
        const after = await episode.act(action)
        const outcome = pageOutcome(after.status, strict && after.moved)
        const step = { screen: before.screen.root, action, won: outcome.won }
        before = after
        return { observation: tell(after), ...outcome, label: expertLabel(task.page, episode.goal, step) }
      },
      close: episode.close,
    }
  }

  /** In a separate browser, which ends with it. */
  const screenshots: NonNullable<World<MiniwobTask>['screenshots']> = async (recorded, signal) => {
    const own = pagePool(() => launchBrowser(browser), 1)
    try {
      return await photographed(await own.open(pageOptions(serve, deadlineSeconds * 1000), signal), recorded, telling)
    } finally {
      await own.close()
    }
  }

  return {
    name: 'miniwob',
    deterministic: true,
    generate: (split, random) => generateMiniwobTask(tasks, split, random),
    parseTask: parseMiniwobTask,
    describe: ({ page, seed }) => `${page}, seed ${seed}`,
    stepLimit: () => steps,
    open: (task, { signal }) => open(task, signal),
    screens: recordedScreens,
    screenshots,
    processId: pool.processId,
    close: pool.close,
  }
}

export default miniwob
export { optionsSchema } from './tasks/options.ts'
export type { MiniwobOptions, MiniwobTask }
export type { Generic, ScreenDialect } from './tasks/options.ts'
