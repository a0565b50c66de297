/** Starts an episode in a page of MiniWoB++, and reports its state; run among the page's own scripts. */
import { z } from 'zod'

/**
 * Takes parts meant for people out of the page: the cover with START, the display of rewards and time, the canvas that
 * shows clicks, and the goal, which agents get as text. The page gets them back where its own functions need them.
 *
 * Source: BrowserGym 0.14.3, `browsergym/miniwob/base.py`.
 */
const hideDisplay = `
  const hidden = {}
  const query = document.getElementById('query')
  let goal = null
  const hide = () => {
    core.clearTimer()
    document.body.removeEventListener('click', core.canvasDrawClick)
    goal = query.cloneNode(true)
    query.innerHTML = ''
    for (const id of ['reward-display', 'click-canvas', 'sync-task-cover']) {
      hidden[id] = document.getElementById(id)
      hidden[id].remove()
    }
  }
  const show = () => {
    query.innerHTML = goal.innerHTML
    for (const id in hidden) document.body.appendChild(hidden[id])
    core.createDisplay()
  }
  for (const name of ['getUtterance', 'endEpisode', 'startEpisodeReal']) {
    const original = core[name]
    core[name] = (...given) => {
      show()
      const result = original.apply(core, given)
      hide()
      return result
    }
  }
  hide()
`

/** Most milliseconds of an episode, by the page's frozen clock: never reached. */
const episodeMs = 1_000_000

/** @param seed of the page's random numbers; as a number, which is not the same as its text. */
export const startScript = (seed: number): string => `(() => {
  ${hideDisplay}
  Math.seedrandom(${seed})
  core.EPISODE_MAX_TIME = ${episodeMs}
  core.startEpisodeReal()
})()`

export const readyScript = 'WOB_TASK_READY === true'

/** Some pages give the goal with the values in it. */
export const goalScript = '(goal => (typeof goal === "string" ? goal : goal.utterance))(core.getUtterance())'

export const statusScript = '({ reward: WOB_RAW_REWARD_GLOBAL, done: WOB_DONE_GLOBAL, url: location.href })'

export const status = z.object({
  /** From −1 to 1, not discounted by time. */
  reward: z.number(),
  done: z.boolean(),
  url: z.string(),
})

export type Status = z.infer<typeof status>
