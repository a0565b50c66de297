/** Files: folders, their files, an open file that can be moved, renamed and erased. */
import { heading, paragraph, type DeskElement } from '../screen/element.ts'
import { choice, commands, dialog, field, rows } from '../screen/parts.ts'
import { draftOf, goTo, idIn, withOpen, recordOf, type DeskState } from '../screen/state.ts'
import { amended } from '../tasks/data.ts'
import type { DeskApp } from './app.ts'

export const files: DeskApp = {
  view: state => {
    const { page } = state.spot
    if (page === 'open') return openFile(state)
    return page === 'folder' ? folder(state) : folders(state)
  },
  on: (state, key) => {
    if (key.startsWith('files/folder row')) return goTo(state, 'files', 'folder', idIn(key))
    if (key.startsWith('files/row')) return goTo(state, 'files', 'open', idIn(key))
    switch (key) {
      case 'files/more':
        return withOpen(state, state.open === 'menu' ? null : 'menu')
      case 'files/move':
      case 'files/rename':
      case 'files/erase':
        return withOpen(state, key.slice('files/'.length))
      case 'files/cancel':
        return withOpen(state, null)
      case 'files/ok':
        return confirm(state)
      default:
        return state
    }
  },
}

/** A folder is known by its place in the list of folders. */
const folderOf = ({ data }: DeskState, item: number): string => data.folders[item] ?? ''

function folders(state: DeskState): readonly DeskElement[] {
  const named = state.data.folders.map((name, id) => ({ id, name }))
  return [heading('files/heading', 'Folders'), rows(state, 'files/folder row', named, ({ name }) => name)]
}

function folder(state: DeskState): readonly DeskElement[] {
  const name = folderOf(state, state.spot.item)
  const inside = state.data.files.filter(file => file.folder === name)
  return [heading('files/heading', name), rows(state, 'files/row', inside, file => file.name)]
}

function openFile(state: DeskState): readonly DeskElement[] {
  const { data, spot, open } = state
  const file = recordOf(data.files, spot.item)
  const page = [
    heading('files/heading', file.name),
    paragraph('files/in', `In ${file.folder}`),
    ...commands(state, 'files', ['move', 'rename', 'erase']),
  ]
  switch (open) {
    case 'move':
      return [...page, dialog(state, 'files', 'move', choice(state, 'files', 'folder', data.folders, file.folder))]
    case 'rename':
      return [...page, dialog(state, 'files', 'rename', field(state, 'files', 'name', file.name))]
    case 'erase':
      return [...page, dialog(state, 'files', 'erase', [])]
    default:
      return page
  }
}

/** Erasing cannot be taken back. A file without a name keeps the one it has. */
function confirm(state: DeskState): DeskState {
  const { data, spot, open } = state
  const file = recordOf(data.files, spot.item)
  const withFiles = (changed: typeof data.files): DeskState => ({ ...state, data: { ...data, files: changed } })
  switch (open) {
    case 'move':
      return withOpen(withFiles(moved(state, draftOf(state, 'files/folder', file.folder))), null)
    case 'rename':
      return withOpen(
        withFiles(amended(data.files, file.id, { name: draftOf(state, 'files/name', '') || file.name })),
        null,
      )
    default:
      return goTo(
        withFiles(data.files.filter(({ id }) => id !== file.id)),
        'files',
        'folder',
        data.folders.indexOf(file.folder),
      )
  }
}

/** A file that comes into a folder is its last. */
function moved({ data, spot }: DeskState, to: string): typeof data.files {
  const file = recordOf(data.files, spot.item)
  return file.folder === to ? data.files : [...data.files.filter(({ id }) => id !== file.id), { ...file, folder: to }]
}
