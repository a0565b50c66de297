/** Actions that a desk would take now: every control that can be used, with some of the texts that can be written. */
import { screenOf } from '../kernel/screen.ts'
import { rowsShown, type DeskState } from '../screen/state.ts'
import { predicatesOf } from '../tasks/task.ts'
import { actionOf, chooseOption, click, fill, scrollBy, type ActionDialect, type Move } from './move.ts'

export function admissibleActions(state: DeskState, dialect: ActionDialect): readonly string[] {
  const { reachable } = screenOf(state)
  const texts = textsOf(state)
  const moves = reachable.flatMap((element): readonly Move[] => {
    const { key, role, options, tag, sets } = element
    if (options !== undefined) return options.map(option => chooseOption(key, option))
    if (role === 'textbox') return texts.map(text => fill(key, text))
    return tag === 'button' || sets !== undefined ? [click(key)] : []
  })
  const total = reachable.find(element => element.total !== undefined)?.total ?? 0
  const scrolls = [...(state.top + rowsShown < total ? [scrollBy(1)] : []), ...(state.top > 0 ? [scrollBy(-1)] : [])]
  return [...new Set([...moves, ...scrolls].map(move => actionOf(state, move, dialect)))].sort()
}

/** Texts of the goal, right or wrong where they would be written. */
function textsOf({ task, data }: DeskState): readonly string[] {
  const wanted = predicatesOf(task).flatMap(predicate => {
    switch (predicate.kind) {
      case 'send':
        return [predicate.to, predicate.subject, ...(predicate.text === '' ? [] : [predicate.text])]
      case 'rename':
        return [predicate.name]
      case 'schedule':
        return [predicate.title, predicate.day]
      case 'postpone':
        return [predicate.day]
      case 'enter':
        return [predicate.name, predicate.phone]
      case 'update':
        return [predicate.value]
      default:
        return []
    }
  })
  return [...new Set([...wanted, ...data.contacts.slice(0, 2).flatMap(({ name, phone }) => [name, phone])])]
}
