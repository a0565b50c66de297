/** Parts of screens that several applications have. */
import type { FormName, LabelName } from '../tasks/tables.ts'
import {
  button,
  form,
  group,
  menuButton,
  menuitem,
  select,
  submitButton,
  textbox,
  type DeskElement,
} from './element.ts'
import { draftOf, labelHere, rowsShown, type DeskState } from './state.ts'

/** The part of a list that is scrolled into view, a button for each row. */
export const rows = <T extends { readonly id: number }>(
  { top }: DeskState,
  prefix: string,
  records: readonly T[],
  title: (record: T) => string,
): DeskElement => {
  const shown = records
    .slice(top, top + rowsShown)
    .map(record =>
      group(`${prefix} item ${record.id}`, 'li', 'listitem', '', [button(`${prefix} ${record.id}`, title(record))]),
    )
  return { ...group(`${prefix}s`, 'ul', 'list', '', shown), total: records.length }
}

/** A text field of a form. */
export const field = (state: DeskState, app: string, name: LabelName, saved: string): readonly DeskElement[] => {
  const key = `${app}/${name}`
  return textbox(key, labelHere(state, name), draftOf(state, key, saved))
}

/** A field with a few values to choose from. */
export const choice = (
  state: DeskState,
  app: string,
  name: LabelName,
  options: readonly string[],
  saved: string,
): readonly DeskElement[] => choiceCalled(state, `${app}/${name}`, labelHere(state, name), options, saved)

export const choiceCalled = (
  state: DeskState,
  key: string,
  name: string,
  options: readonly string[],
  saved: string,
): readonly DeskElement[] => {
  const picked = state.picker?.key === key ? state.picker.option : null
  return select(key, name, options, draftOf(state, key, saved), picked)
}

/** The fields of a form in the order of the arrangement. */
export const inOrder = (
  { task }: DeskState,
  name: FormName,
  fields: Readonly<Partial<Record<LabelName, readonly DeskElement[]>>>,
): readonly DeskElement[] => task.arrangement.forms[name].flatMap(label => fields[label] ?? [])

/** Commands of the open record: buttons, or a menu of them. */
export function commands(state: DeskState, app: 'mail' | 'files', names: readonly LabelName[]): readonly DeskElement[] {
  if (!state.task.arrangement.menus[app]) return names.map(name => button(`${app}/${name}`, labelHere(state, name)))
  const isOpen = state.open === 'menu'
  const more = menuButton(`${app}/more`, labelHere(state, 'more'), isOpen)
  if (!isOpen) return [more]
  const items = names.map(name => menuitem(`${app}/${name}`, labelHere(state, name)))
  return [more, { ...group(`${app}/menu`, 'div', 'menu', '', items), props: [['orientation', 'vertical']] }]
}

/** Covers everything else until it is confirmed or cancelled. */
export const dialog = (
  state: DeskState,
  app: string,
  title: LabelName,
  fields: readonly DeskElement[],
): DeskElement => ({
  ...group(`${app}/${title} dialog`, 'dialog', 'dialog', labelHere(state, title), [
    form(`${app}/${title} form`, [
      ...fields,
      submitButton(`${app}/ok`, labelHere(state, 'ok')),
      button(`${app}/cancel`, labelHere(state, 'cancel')),
    ]),
  ]),
  props: [['modal', true]],
})
