/** Experts of pages where something has to be found and clicked. */
import type { AccessibilityNode } from '../../../src/gui/tree/accessibility-node.ts'
import { buttons, call, clicks, clickables, withName, goalParts, property, withRole, type Expert } from './screen.ts'

/** The names between `Select` and the rest of the goal. */
const selectedIn = (goal: string): readonly string[] => {
  const [list = ''] = goalParts(goal, /^Select (.*?)(?: from the (?:scroll )?list)? and click Submit/)
  return list === 'nothing' ? [] : list.split(', ')
}

const choosing: Expert = (goal, screen) => {
  const wanted = selectedIn(goal)
  const boxes = withRole(screen, 'checkbox', 'radio')
  const wrong = boxes.filter(box => (property(box, 'checked') === 'true') !== wanted.includes(box.name ?? ''))
  const missing = wrong.filter(box => box.role === 'checkbox' || wanted.includes(box.name ?? ''))
  return clicks(missing.length > 0 ? missing : buttons(screen, 'Submit'))
}

const chosenOptions = (screen: AccessibilityNode): readonly (string | null)[] =>
  withRole(screen, 'option')
    .filter(option => property(option, 'selected') === true)
    .map(({ name }) => name)

const listing: Expert = (goal, screen) => {
  const wanted = selectedIn(goal)
  const chosen = chosenOptions(screen)
  if (wanted.length === chosen.length && wanted.every(name => chosen.includes(name)))
    return clicks(buttons(screen, 'Submit'))
  const names = `[${wanted.map(name => JSON.stringify(name)).join(', ')}]`
  const several = call('select_option', withRole(screen, 'listbox'), names)
  const [only = ''] = wanted
  return several.length > 0 ? several : call('select_option', withRole(screen, 'combobox'), JSON.stringify(only))
}

/** Goes through tabs or sections from the first to the last, until the link is there. */
const searching: Expert = (goal, screen) => {
  const [link = ''] = goalParts(goal, /click on the link "(.*)"/)
  const found = clickables(screen, link)
  if (found.length > 0) return clicks(found)
  const tabs = withRole(screen, 'tab')
  const next = tabs[tabs.findLastIndex(tab => property(tab, 'expanded') === true) + 1]
  return next === undefined ? [] : clicks(handleOf(next))
}

/** A tab is clicked on the link in it, if there is one. */
const handleOf = (tab: AccessibilityNode): readonly AccessibilityNode[] => {
  const links = withRole(tab, 'link')
  return links.length > 0 ? links : [tab]
}

const expanding: Expert = (_, screen) => {
  const closed = withRole(screen, 'tab').filter(
    ({ name, properties }) =>
      name?.startsWith('Section') === true && properties.some(([key, value]) => key === 'expanded' && value === false),
  )
  return clicks(closed.length > 0 ? closed : buttons(screen, 'Submit'))
}

const menu: Expert = (goal, screen) => {
  const [path = ''] = goalParts(goal, /^Select (.*)$/)
  const names = path.split('>').map(name => name.trim())
  const shown = names.map(name => withName(withRole(screen, 'menuitem'), name))
  const last = shown.at(-1) ?? []
  if (last.length > 0) return clicks(last)
  return call('hover', shown.findLast(items => items.length > 0) ?? [])
}

const widgets: Readonly<Record<string, string>> = { button: 'button', checkbox: 'checkbox', radio: 'radio' }
const widget: Expert = (goal, screen) => {
  const [kind = ''] = goalParts(goal, /^Click on a "(.*)" widget/)
  return clicks(withRole(screen, widgets[kind] ?? ''))
}

const sequence: Expert = (_, screen) => {
  const first = buttons(screen, 'ONE')
  return clicks(first.some(node => property(node, 'focused') === true) ? buttons(screen, 'TWO') : first)
}

export const clickingExperts: Readonly<Record<string, Expert>> = {
  'choose-list': listing,
  'click-button': (goal, screen) => clicks(buttons(screen, goalParts(goal, /^Click on the "(.*)" button/)[0] ?? '')),
  'click-button-sequence': sequence,
  'click-checkboxes': choosing,
  'click-checkboxes-large': choosing,
  'click-checkboxes-transfer': choosing,
  'click-collapsible': expanding,
  'click-collapsible-nodelay': expanding,
  'click-collapsible-2': searching,
  'click-collapsible-2-nodelay': searching,
  'click-dialog': (_, screen) => clicks(buttons(screen, 'Close')),
  'click-dialog-2': (goal, screen) => {
    const [label = ''] = goalParts(goal, /labeled "(.*)"/)
    return clicks(buttons(screen, label === 'x' ? 'Close' : label))
  },
  'click-link': (goal, screen) => clicks(clickables(screen, goalParts(goal, /the link "(.*)"/)[0] ?? '')),
  'click-menu': menu,
  'click-option': choosing,
  'click-scroll-list': listing,
  'click-tab': (goal, screen) => {
    const [tab = ''] = goalParts(goal, /^Click on (.*)\.$/)
    return clicks(withName(withRole(screen, 'tab'), tab).flatMap(handleOf))
  },
  'click-tab-2': searching,
  'click-tab-2-easy': searching,
  'click-tab-2-hard': searching,
  'click-tab-2-medium': searching,
  'click-test': (_, screen) => clicks(withRole(screen, 'button')),
  'click-test-2': (_, screen) => clicks(buttons(screen, 'ONE')),
  'click-widget': widget,
}
