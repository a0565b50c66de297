/** Pictures of an episode that is played again. */
import { screenshot } from '../../src/browser/gui/screenshot.ts'
import type { Page } from '../../src/browser/page.ts'
import type { PicturedScreen, RecordedEpisode } from '../../src/contracts/worlds/world.ts'
import { flatten } from '../../src/gui/tree/flatten.ts'
import type { EpisodeTelling } from './names/by-names.ts'
import type { MiniwobTask } from './tasks/task.ts'
import { startEpisode, type PageStatus } from './play/live-page.ts'

/**
 * @param telling of an episode, by its goal.
 * @returns [steps + 1] screens with their pictures: before each action, and after the last.
 * @throws {Error} naming the step at which the episode goes another way than it was recorded.
 */
export async function photographed(
  page: Page,
  { task, opening, steps }: RecordedEpisode<MiniwobTask>,
  telling: (goal: string) => EpisodeTelling,
): Promise<readonly PicturedScreen[]> {
  const live = await startEpisode(page, task)
  const { tell, call } = telling(live.goal)
  const check = (standing: PageStatus, recorded: string, at: string): void => {
    if (tell(standing) !== recorded) throw new Error(`${task.page}, seed ${task.seed}: ${at} is not as it was recorded`)
  }
  const taken = async ({ screen }: PageStatus, calls: string): Promise<PicturedScreen> => ({
    tree: flatten(screen.root, { generic: 'clickable' }),
    calls,
    picture: await screenshot(page),
  })
  let standing = live.opening
  check(standing, opening, 'the opening')
  const screens: PicturedScreen[] = []
  for (const [index, { action, observation }] of steps.entries()) {
    const calls = call(action)
    screens.push(await taken(standing, calls))
    standing = await live.act(calls)
    check(standing, observation, `step ${index}`)
  }
  return [...screens, await taken(standing, '')]
}
