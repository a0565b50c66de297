/** The functions that a text of actions may call, with their parameters. */
import type { BoundArguments } from './bind-arguments.ts'
import type { GuiAction, GuiActionName, Modifier, MouseButton } from './gui-action.ts'

interface GuiFunction {
  /** In their order; those that may be left out end with `?`. */
  readonly parameters: readonly string[]
  readonly make: (values: BoundArguments) => GuiAction
}

const buttons: readonly MouseButton[] = ['left', 'right', 'middle']
const modifiers: readonly Modifier[] = ['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift']

const clicking = (kind: 'click' | 'dblclick'): GuiFunction => ({
  parameters: ['bid', 'button?', 'modifiers?'],
  make: values => ({
    kind,
    bid: values.bid('bid'),
    button: values.oneOf('button', buttons, 'left'),
    modifiers: values.someOf('modifiers', modifiers),
  }),
})
const pointing = (kind: 'hover' | 'focus' | 'clear'): GuiFunction => ({
  parameters: ['bid'],
  make: values => ({ kind, bid: values.bid('bid') }),
})
const saying = (kind: 'send_msg_to_user' | 'report_infeasible', parameter: string): GuiFunction => ({
  parameters: [parameter],
  make: values => ({ kind, text: values.text(parameter) }),
})
const going = (kind: 'go_back' | 'go_forward'): GuiFunction => ({ parameters: [], make: () => ({ kind }) })

/** Source: BrowserGym 0.14.3, `browsergym/core/action/functions.py`; its functions of tabs, coordinates and files are left out. */
export const guiActions: Readonly<Record<GuiActionName, GuiFunction>> = {
  click: clicking('click'),
  dblclick: clicking('dblclick'),
  hover: pointing('hover'),
  focus: pointing('focus'),
  clear: pointing('clear'),
  fill: {
    parameters: ['bid', 'value', 'enable_autocomplete_menu?'],
    make: values => ({
      kind: 'fill',
      bid: values.bid('bid'),
      value: values.text('value'),
      typeLast: values.flag('enable_autocomplete_menu', false),
    }),
  },
  select_option: {
    parameters: ['bid', 'options'],
    make: values => ({ kind: 'select_option', bid: values.bid('bid'), options: values.texts('options') }),
  },
  press: {
    parameters: ['bid', 'key_comb'],
    make: values => ({ kind: 'press', bid: values.bid('bid'), keys: values.text('key_comb') }),
  },
  drag_and_drop: {
    parameters: ['from_bid', 'to_bid'],
    make: values => ({ kind: 'drag_and_drop', from: values.bid('from_bid'), to: values.bid('to_bid') }),
  },
  scroll: {
    parameters: ['delta_x', 'delta_y'],
    make: values => ({ kind: 'scroll', x: values.number('delta_x'), y: values.number('delta_y') }),
  },
  noop: { parameters: ['wait_ms?'], make: values => ({ kind: 'noop', waitMs: values.number('wait_ms', 1000) }) },
  send_msg_to_user: saying('send_msg_to_user', 'text'),
  report_infeasible: saying('report_infeasible', 'reason'),
  goto: { parameters: ['url'], make: values => ({ kind: 'goto', url: values.text('url') }) },
  go_back: going('go_back'),
  go_forward: going('go_forward'),
}

export const isGuiActionName = (name: string): name is GuiActionName => Object.hasOwn(guiActions, name)
