/** Actions on a page, in BrowserGym's words. Types only. */

export type MouseButton = 'left' | 'middle' | 'right'
export type Modifier = 'Alt' | 'Control' | 'ControlOrMeta' | 'Meta' | 'Shift'

/** Elements are named by their bids. */
export type GuiAction =
  | {
      readonly kind: 'click' | 'dblclick'
      readonly bid: string
      readonly button: MouseButton
      readonly modifiers: readonly Modifier[]
    }
  | { readonly kind: 'hover' | 'focus' | 'clear'; readonly bid: string }
  /** With `typeLast` the last letter is typed, so that a menu of suggestions opens. */
  | { readonly kind: 'fill'; readonly bid: string; readonly value: string; readonly typeLast: boolean }
  /** Options by value or label; none of them unselects all. */
  | { readonly kind: 'select_option'; readonly bid: string; readonly options: readonly string[] }
  /** Keys as `a`, `Enter`, `Control+Shift+a`. */
  | { readonly kind: 'press'; readonly bid: string; readonly keys: string }
  | { readonly kind: 'drag_and_drop'; readonly from: string; readonly to: string }
  /** In pixels of the screen as it is shown: right and down are positive. */
  | { readonly kind: 'scroll'; readonly x: number; readonly y: number }
  | { readonly kind: 'noop'; readonly waitMs: number }
  | { readonly kind: 'send_msg_to_user' | 'report_infeasible'; readonly text: string }
  | { readonly kind: 'goto'; readonly url: string }
  | { readonly kind: 'go_back' | 'go_forward' }

export type GuiActionName = GuiAction['kind']
