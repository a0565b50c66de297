/** How elements are drawn, by their roles. */
import type { WidgetLook } from './widget.ts'

/** Roles as Chromium's accessibility tree names them. */
const rolesByLook: readonly (readonly [look: WidgetLook, roles: string])[] = [
  ['page', 'RootWebArea WebArea Iframe'],
  ['region', 'main banner complementary contentinfo form search region article tabpanel'],
  ['dialog', 'dialog alertdialog'],
  ['toolbar', 'navigation tablist toolbar menubar'],
  ['list', 'list listbox tree feed DescriptionList'],
  ['menu', 'menu'],
  ['paragraph', 'paragraph listitem blockquote status alert log note LabelText Legend caption tooltip'],
  ['table', 'table grid treegrid LayoutTable'],
  ['row', 'row LayoutTableRow'],
  ['cell', 'cell gridcell LayoutTableCell'],
  ['head-cell', 'columnheader rowheader'],
  ['heading', 'heading'],
  ['text', 'StaticText ListMarker'],
  ['image', 'image img Canvas canvas SvgRoot graphics-document'],
  ['separator', 'separator'],
  ['button', 'button PopUpButton DisclosureTriangle'],
  ['link', 'link'],
  ['menu-item', 'menuitem menuitemcheckbox menuitemradio MenuListOption'],
  ['tab', 'tab'],
  ['option', 'option treeitem'],
  [
    'field',
    'textbox searchbox spinbutton slider Date DateTime InputTime ColorWell progressbar ProgressIndicator meter',
  ],
  ['select', 'combobox ComboBoxSelect ComboBoxMenuButton'],
  ['check-box', 'checkbox switch ToggleButton'],
  ['radio-button', 'radio'],
]

/** Of roles; an element of any other is drawn as a group of its contents. */
export const looks: ReadonlyMap<string, WidgetLook> = new Map(
  rolesByLook.flatMap(([look, roles]) => roles.split(' ').map(role => [role, look] as const)),
)

/** Line boxes and line breaks: their text is elsewhere. */
export const unseenRoles: ReadonlySet<string> = new Set(['InlineTextBox', 'LineBreak', 'none'])
