/** What applications are drawn with: elements as a browser's accessibility tree has them. */

export interface DeskElement {
  /** The same element has the same key in each view: its number stays with it. Empty of text. */
  readonly key: string
  /** Of HTML, or `#text` for text, which has no number. */
  readonly tag: string
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
  /** Key of the button that Enter in it presses. */
  readonly submit?: string
}

const none: readonly DeskElement[] = []
const closed = [
  ['hasPopup', 'menu'],
  ['expanded', false],
] as const

const textNode = (name: string): DeskElement => ({
  key: '',
  tag: '#text',
  role: 'StaticText',
  name,
  children: none,
})

export const paragraph = (key: string, name: string): DeskElement => ({
  key,
  tag: 'p',
  role: 'paragraph',
  name: '',
  children: [textNode(name)],
})

export const heading = (key: string, name: string): DeskElement => ({
  key,
  tag: 'h1',
  role: 'heading',
  name,
  children: none,
})

export const button = (key: string, name: string): DeskElement => ({
  key,
  tag: 'button',
  role: 'button',
  name,
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

export const textbox = (key: string, name: string, value: string, submit: string): DeskElement => ({
  key,
  tag: 'input',
  role: 'textbox',
  name,
  value,
  children: value === '' ? none : [textNode(value)],
  submit,
})

export const checkbox = (key: string, name: string, checked: boolean): DeskElement => ({
  key,
  tag: 'input',
  role: 'checkbox',
  name,
  props: [['checked', String(checked)]],
  children: none,
  sets: { draft: key, value: checked ? 'off' : 'on' },
})

/** One of the buttons of the draft `group`. */
export const radio = (group: string, value: string, chosen: string): DeskElement => ({
  key: `${group} ${value}`,
  tag: 'input',
  role: 'radio',
  name: value,
  props: [['checked', String(value === chosen)]],
  children: none,
  sets: { draft: group, value },
})

export const select = (key: string, name: string, options: readonly string[], value: string): DeskElement => ({
  key,
  tag: 'select',
  role: 'combobox',
  name,
  value,
  props: closed,
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
})

export const group = (
  key: string,
  tag: string,
  role: string,
  name: string,
  children: readonly DeskElement[],
): DeskElement => ({ key, tag, role, name, children })
