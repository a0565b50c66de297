/** What applications are drawn with: elements of HTML, as a browser's accessibility tree has them. */

export interface DeskElement {
  /** The same element has the same key in each view: its number stays with it. Empty of text. */
  readonly key: string
  /** Of HTML, or `#text` for text, which has no number. */
  readonly tag: string
  /** Of an `input`. */
  readonly type?: 'text' | 'checkbox' | 'radio'
  readonly role: string
  readonly name: string
  readonly value?: string
  /** In Chromium's order. */
  readonly props?: readonly (readonly [name: string, value: string | boolean])[]
  /** Text that only repeats the name is left out. */
  readonly children: readonly DeskElement[]
  /** Values that can be selected. */
  readonly options?: readonly string[]
  /** Key of the draft that it changes and the value it gives it, for check boxes and radio buttons. */
  readonly sets?: { readonly draft: string; readonly value: string }
  /** Rows of a list, also those that are scrolled out of view. */
  readonly total?: number
  /** Whether it is the button of its form that Enter in a field presses. */
  readonly submits?: boolean
  /** Key of the field that a label is of. */
  readonly labels?: string
}

const none: readonly DeskElement[] = []
const textNode = (name: string): DeskElement => ({
  key: '',
  tag: '#text',
  role: 'StaticText',
  name,
  children: none,
})

/** As a page shows a text: with one space where there are several, and none at its ends. */
const asShown = (text: string): string =>
  /^ | {2}|[\t\n\f\r]| $/.test(text) ? text.replaceAll(/[ \t\n\f\r]+/g, ' ').replaceAll(/^ | $/g, '') : text

export const paragraph = (key: string, text: string): DeskElement => ({
  key,
  tag: 'p',
  role: 'paragraph',
  name: '',
  children: [textNode(asShown(text))],
})

export const heading = (key: string, text: string): DeskElement => ({
  key,
  tag: 'h1',
  role: 'heading',
  name: asShown(text),
  children: none,
})

export const button = (key: string, text: string): DeskElement => ({
  key,
  tag: 'button',
  role: 'button',
  name: asShown(text),
  children: none,
})

export const menuitem = (key: string, name: string): DeskElement => ({ ...button(key, name), role: 'menuitem' })

export const tab = (key: string, name: string, selected: boolean): DeskElement => ({
  ...button(key, name),
  role: 'tab',
  props: [['selected', selected]],
})

/** Opens and closes a menu. */
export const menuButton = (key: string, name: string, expanded: boolean): DeskElement => ({
  ...button(key, name),
  props: [
    ['hasPopup', 'menu'],
    ['expanded', expanded],
  ],
})

/** The button of a form: Enter in a field presses it too. */
export const submitButton = (key: string, name: string): DeskElement => ({ ...button(key, name), submits: true })

/** A click on it is one on its field. */
const label = (key: string, name: string): DeskElement => ({
  key: `${key} label`,
  tag: 'label',
  role: 'LabelText',
  name: '',
  children: [textNode(name)],
  labels: key,
})

/** A browser holds the text of a field in a separate element, whose name could only repeat the text. */
const editorOf = (value: string): DeskElement => ({
  key: '',
  tag: '#editor',
  role: 'generic',
  name: '',
  children: [textNode(value)],
})

export const textbox = (key: string, name: string, value: string): readonly DeskElement[] => [
  label(key, name),
  {
    key,
    tag: 'input',
    type: 'text',
    role: 'textbox',
    name,
    value,
    children: value === '' ? none : [editorOf(value)],
  },
]

/** In its label. The text is in an element: a bare one Chromium leaves out of the tree at some times and not at others. */
const labelled = (box: DeskElement): DeskElement => ({
  ...label(box.key, box.name),
  children: [box, { key: `${box.key} text`, tag: 'span', role: 'generic', name: '', children: [textNode(box.name)] }],
})

export const checkbox = (key: string, name: string, checked: boolean): DeskElement =>
  labelled({
    key,
    tag: 'input',
    type: 'checkbox',
    role: 'checkbox',
    name,
    props: [['checked', String(checked)]],
    children: none,
    sets: { draft: key, value: checked ? 'off' : 'on' },
  })

/** One of the buttons of the draft `draft`. */
const radio = (draft: string, value: string, chosen: string): DeskElement =>
  labelled({
    key: `${draft} ${value}`,
    tag: 'input',
    type: 'radio',
    role: 'radio',
    name: value,
    props: [['checked', String(value === chosen)]],
    children: none,
    sets: { draft, value },
  })

/** Radio buttons with their legend. */
export const radioGroup = (draft: string, name: string, values: readonly string[], chosen: string): DeskElement =>
  group(`${draft} group`, 'fieldset', 'radiogroup', name, [
    { key: `${draft} legend`, tag: 'legend', role: 'Legend', name: '', children: [textNode(name)] },
    ...values.map(value => radio(draft, value, chosen)),
  ])

/** @param picked the option that is marked in the open list; `null` while the list is closed. */
export const select = (
  key: string,
  name: string,
  options: readonly string[],
  value: string,
  picked: string | null,
): readonly DeskElement[] => [
  label(key, name),
  {
    key,
    tag: 'select',
    role: 'combobox',
    name,
    value: picked ?? value,
    props: [
      ['hasPopup', 'menu'],
      ['expanded', picked !== null],
    ],
    children: [
      {
        key: `${key} list`,
        tag: '#popup',
        role: 'MenuListPopup',
        name: '',
        children: options.map(option => ({
          key: `${key} ${option}`,
          tag: 'option',
          role: 'option',
          name: option,
          props: [['selected', option === value]],
          children: none,
        })),
      },
    ],
    options,
  },
]

export const group = (
  key: string,
  tag: string,
  role: string,
  name: string,
  children: readonly DeskElement[],
): DeskElement => ({ key, tag, role, name, children })

export const form = (key: string, children: readonly DeskElement[]): DeskElement =>
  group(key, 'form', 'form', '', children)

export const tablist = (key: string, tabs: readonly DeskElement[]): DeskElement => ({
  ...group(key, 'div', 'tablist', '', tabs),
  props: [
    ['multiselectable', false],
    ['orientation', 'horizontal'],
  ],
})
