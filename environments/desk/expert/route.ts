/** The shortest way from one page to another. */
import { firstPages } from '../apps/desktop.ts'
import { rowsShown, type DeskState, type Spot } from '../screen/state.ts'
import { boxes } from '../tasks/data.ts'
import type { AppName } from '../tasks/tables.ts'
import { click, scrollBy, type Move } from './move.ts'

/** A page, and how far its list is scrolled. */
interface PagePosition {
  readonly spot: Spot
  readonly top: number
}

export const spotOf = (app: AppName, page: string, item = -1): Spot => ({ app, page, item })

export const isSameSpot = (one: Spot, other: Spot): boolean =>
  one.app === other.app && one.page === other.page && one.item === other.item

/** Moves with nothing open on the page; the first page of each application can be reached from everywhere. */
export function route(state: DeskState, from: PagePosition, to: Spot): readonly Move[] {
  if (isSameSpot(from.spot, to) || to.app === null) return []
  if (to.page === firstPages[to.app]) return [click(`bar/${to.app}`)]
  const { parent, leads, row, key } = entryOf(state, to)
  const isThere = leads(from.spot)
  const way = isThere ? [] : route(state, from, parent)
  const top = isThere ? from.top : 0
  return [...way, ...scrolls(top, row), click(key)]
}

/** How a page is entered. */
interface PageEntry {
  /** The nearest page that leads to it from outside. */
  readonly parent: Spot
  /** Whether a page leads to it. */
  readonly leads: (spot: Spot) => boolean
  /** The row of a list to be pressed; 0 where it is no row. */
  readonly row: number
  readonly key: string
}

function entryOf({ data }: DeskState, { app, page, item }: Spot): PageEntry {
  const record = <T extends { readonly id: number }>(records: readonly T[]) => records.find(({ id }) => id === item)
  const place = (records: readonly { readonly id: number }[]) => records.findIndex(({ id }) => id === item)
  switch (app) {
    case 'mail': {
      const isList = (spot: Spot) => spot.app === 'mail' && boxes.some(box => box === spot.page)
      if (page === 'new') return { ...below(spotOf('mail', 'inbox'), 'mail/new'), leads: isList }
      if (page !== 'open') return { ...below(spotOf('mail', 'inbox'), `mail/box ${page}`), leads: isList }
      const box = record(data.mails)?.box ?? 'inbox'
      const mails = data.mails.filter(mail => mail.box === box)
      return below(spotOf('mail', box), `mail/row ${item}`, place(mails))
    }
    case 'files': {
      if (page === 'folder') return below(spotOf('files', 'folders'), `files/folder row ${item}`, item)
      const folder = record(data.files)?.folder ?? ''
      const inside = data.files.filter(file => file.folder === folder)
      return below(spotOf('files', 'folder', data.folders.indexOf(folder)), `files/row ${item}`, place(inside))
    }
    case 'calendar':
      return page === 'new'
        ? below(spotOf('calendar', 'list'), 'calendar/new')
        : below(spotOf('calendar', 'list'), `calendar/row ${item}`, place(data.events))
    case 'contacts':
      if (page === 'edit') return below(spotOf('contacts', 'open', item), 'contacts/edit')
      return page === 'new'
        ? below(spotOf('contacts', 'list'), 'contacts/new')
        : below(spotOf('contacts', 'list'), `contacts/row ${item}`, place(data.contacts))
    default:
      return { ...below(spotOf('settings', 'all'), `settings/${page}`), leads: spot => spot.app === 'settings' }
  }
}

const below = (parent: Spot, key: string, row = 0): PageEntry => ({
  parent,
  leads: spot => isSameSpot(spot, parent),
  row,
  key,
})

/** Turns of the wheel until a row is in sight. */
function scrolls(top: number, row: number): readonly Move[] {
  const pages = Math.floor(row / rowsShown) - Math.floor(top / rowsShown)
  return Array.from({ length: Math.abs(pages) }, () => scrollBy(Math.sign(pages)))
}
