/** Contacts: a list of people, an open one, a form to change or to add one. */
import { button, form as formOf, heading, paragraph, submitButton, type DeskElement } from '../screen/element.ts'
import { field, inOrder, rows } from '../screen/parts.ts'
import { draftOf, goTo, idIn, labelHere, recordOf, type DeskState } from '../screen/state.ts'
import { amended, freshId, type Contact } from '../tasks/data.ts'
import type { DeskApp } from './app.ts'

export const contacts: DeskApp = {
  view: state => {
    const { page, item } = state.spot
    if (page === 'open') return person(state, recordOf(state.data.contacts, item))
    if (page === 'edit') return form(state, recordOf(state.data.contacts, item))
    return page === 'new' ? form(state, null) : list(state)
  },
  on: (state, key) => {
    if (key.startsWith('contacts/row')) return goTo(state, 'contacts', 'open', idIn(key))
    switch (key) {
      case 'contacts/new':
        return goTo(state, 'contacts', 'new')
      case 'contacts/edit':
        return goTo(state, 'contacts', 'edit', state.spot.item)
      case 'contacts/save':
        return save(state)
      default:
        return state
    }
  },
}

function list(state: DeskState): readonly DeskElement[] {
  return [
    heading('contacts/heading', 'People'),
    button('contacts/new', labelHere(state, 'newContact')),
    rows(state, 'contacts/row', state.data.contacts, ({ name }) => name),
  ]
}

const person = (state: DeskState, { name, phone, city }: Contact): readonly DeskElement[] => [
  heading('contacts/heading', name),
  paragraph('contacts/phone shown', `${labelHere(state, 'phone')} ${phone}`),
  paragraph('contacts/city shown', `${labelHere(state, 'city')} ${city}`),
  button('contacts/edit', labelHere(state, 'edit')),
]

/** The name of an existing contact stays as it is. */
function form(state: DeskState, saved: Contact | null): readonly DeskElement[] {
  const fields = {
    ...(saved === null ? { name: field(state, 'contacts', 'name', '') } : {}),
    phone: field(state, 'contacts', 'phone', saved?.phone ?? ''),
    city: field(state, 'contacts', 'city', saved?.city ?? ''),
  }
  return [
    heading('contacts/heading', labelHere(state, saved === null ? 'newContact' : 'edit')),
    formOf('contacts/form', [
      ...inOrder(state, 'contact', fields),
      submitButton('contacts/save', labelHere(state, 'save')),
    ]),
  ]
}

/** A contact must have a name. */
function save(state: DeskState): DeskState {
  const { data, spot } = state
  const saved = spot.page === 'edit' ? recordOf(data.contacts, spot.item) : null
  const name = saved?.name ?? draftOf(state, 'contacts/name', '')
  const phone = draftOf(state, 'contacts/phone', saved?.phone ?? '')
  const city = draftOf(state, 'contacts/city', saved?.city ?? '')
  if (name === '') return state
  if (saved !== null) {
    const changed = amended(data.contacts, saved.id, { phone, city })
    return goTo({ ...state, data: { ...data, contacts: changed } }, 'contacts', 'open', saved.id)
  }
  const added = [...data.contacts, { id: freshId(data.contacts), name, phone, city }]
  return goTo({ ...state, data: { ...data, contacts: added } }, 'contacts', 'list')
}
