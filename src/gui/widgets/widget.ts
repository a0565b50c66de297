/** A page as a person sees it, as far as its accessibility tree shows: plain data for drawing. Types only. */

/** How a widget is drawn. */
export type WidgetLook =
  /* What holds others. */
  | 'page'
  | 'region'
  | 'dialog'
  | 'group'
  | 'toolbar'
  | 'list'
  | 'menu'
  | 'paragraph'
  | 'table'
  | 'row'
  | 'cell'
  | 'head-cell'
  /* To read. */
  | 'heading'
  | 'text'
  | 'image'
  | 'separator'
  /* To use. */
  | 'button'
  | 'link'
  | 'menu-item'
  | 'tab'
  | 'option'
  | 'clickable'
  | 'field'
  | 'select'
  | 'check-box'
  | 'radio-button'

export interface Widget {
  readonly look: WidgetLook
  /** By which actions name it; `null` where none can. */
  readonly bid: string | null
  /** Written on it or next to it; empty without one, or where the children show it. */
  readonly label: string
  /** The value of a field or a list of choices; empty for every other widget. */
  readonly value: string
  /** Of check boxes, radio buttons, tabs and options: whether it is on; `null` of every other widget. */
  readonly on: boolean | 'mixed' | null
  readonly focused: boolean
  readonly disabled: boolean
  readonly children: readonly Widget[]
}
