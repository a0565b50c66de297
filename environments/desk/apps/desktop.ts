/** The whole desk: a bar with the applications, the page of the one that is open, and its dialog above everything. */
import { button, group, type DeskElement } from '../screen/element.ts'
import { goTo, type DeskState } from '../screen/state.ts'
import { appNames, appTitles, type AppName } from '../tasks/tables.ts'
import type { DeskApp } from './app.ts'
import { calendar } from './calendar.ts'
import { contacts } from './contacts.ts'
import { files } from './files.ts'
import { mail } from './mail.ts'
import { settings } from './settings.ts'

const apps: Readonly<Record<AppName, DeskApp>> = { mail, files, calendar, settings, contacts }

/** The page that an application opens with. */
export const firstPages: Readonly<Record<AppName, string>> = {
  mail: 'inbox',
  files: 'folders',
  calendar: 'list',
  settings: 'all',
  contacts: 'list',
}

/** The body of the page. */
export function viewDesk(state: DeskState): DeskElement {
  const { app } = state.spot
  const content = app === null ? [] : apps[app].view(state)
  const bar = state.task.arrangement.apps.map(name => button(`bar/${name}`, appTitles[name]))
  return group('body', 'body', 'RootWebArea', 'Desk', [
    group('bar', 'nav', 'navigation', 'Applications', bar),
    group(
      'main',
      'main',
      'main',
      '',
      content.filter(({ tag }) => tag !== 'dialog'),
    ),
    ...content.filter(({ tag }) => tag === 'dialog'),
  ])
}

/** An element was pressed. */
export function pressed(state: DeskState, key: string): DeskState {
  const target = appNames.find(name => key === `bar/${name}`)
  if (target !== undefined) return goTo(state, target, firstPages[target])
  const { app } = state.spot
  return app === null ? state : apps[app].on(state, key)
}
