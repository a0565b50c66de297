/** Tasks that the player cannot tell from the one it plays: settings may be on pages that it has not looked at. */
import { pageKey, type DeskState } from '../screen/state.ts'
import { settingNames, settingSorts, type PageName, type SettingName } from '../tasks/tables.ts'
import { predicatesOf, type DeskTask } from '../tasks/task.ts'

/**
 * The task with each of the pages that its settings may still be on, as far as the episode has shown, in the order of the
 * table. The page of a setting is all that is hidden: the goal or the way gives all else that a plan needs. A player who
 * knows the world knows the two pages that a setting may be on, that every page with a tab has a setting, and that no two
 * settings of a goal share a page.
 *
 * @returns the task alone where nothing is in doubt.
 */
export function lookalikes(state: DeskState): readonly DeskTask[] {
  const { task } = state
  const wanted = predicatesOf(task).flatMap(predicate => (predicate.kind === 'set' ? [predicate.setting] : []))
  const pagesOf = (name: SettingName): readonly PageName[] =>
    task.hint >= hintOfPages && wanted.includes(name) ? [task.arrangement.homes[name]] : possiblePages(state, name)
  if (wanted.every(name => pagesOf(name).length === 1)) return [task]
  const others = settingNames.filter(name => !wanted.includes(name))
  return combinations(wanted.map(pagesOf))
    .filter(pages => new Set(pages).size === pages.length)
    .filter(pages => canFill(emptyTabs(state, pages), others.map(pagesOf)))
    .map(pages => withHomes(task, Object.fromEntries(wanted.map((name, index) => [name, pages[index]]))))
}

/** Hints from this level on name the page. */
const hintOfPages = 2

/** Pages with a tab that were not looked at, or the one on which the setting was found. */
function possiblePages({ task, read }: DeskState, name: SettingName): readonly PageName[] {
  const { homes } = task.arrangement
  const home = homes[name]
  if (read.includes(pageKey(home))) return [home]
  const tabs: readonly PageName[] = Object.values(homes)
  return settingSorts[name].pages.filter(page => tabs.includes(page) && !read.includes(pageKey(page)))
}

/** Pages with a tab that no wanted setting is on, nor one that was found. */
function emptyTabs({ task, read }: DeskState, pages: readonly PageName[]): readonly PageName[] {
  const tabs = new Set(Object.values(task.arrangement.homes))
  return [...tabs].filter(page => !pages.includes(page) && !read.includes(pageKey(page)))
}

/** Whether every page can have a different setting, each of which may be on its given pages. */
function canFill([page, ...rest]: readonly PageName[], choices: readonly (readonly PageName[])[]): boolean {
  if (page === undefined) return true
  return choices.some((pages, index) => pages.includes(page) && canFill(rest, choices.toSpliced(index, 1)))
}

/** One of each list, in all ways, the first of each first. */
const combinations = <T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] =>
  lists.reduce<readonly (readonly T[])[]>((made, list) => made.flatMap(each => list.map(item => [...each, item])), [[]])

const withHomes = (task: DeskTask, homes: Readonly<Partial<Record<SettingName, PageName>>>): DeskTask => ({
  ...task,
  arrangement: { ...task.arrangement, homes: { ...task.arrangement.homes, ...homes } },
})
