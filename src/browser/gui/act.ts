/** Carries out actions in a page. */
import { z } from 'zod'
import {
  inputNotFillable,
  malformedValue,
  noSuchElement,
  notANumber,
  notFillable,
  notSelectable,
  timedOut,
  unknownAction,
  type ActionError,
} from '../../gui/actions/action-error.ts'
import type { GuiAction, GuiActionName } from '../../gui/actions/gui-action.ts'
import { guiCall } from '../dom/script.ts'
import { domActionRefusals, type DomActionResult, type DomActionRefusal } from '../dom/actions.ts'
import type { Page } from '../page.ts'
import { holdKeys, insertText, pressKeys, typeText } from './keyboard.ts'
import type { ModifierKey } from '../../gui/actions/keys.ts'
import { mouseOf, type Mouse, type PagePoint } from './mouse.ts'

/** Those that a page itself can take; the others are for the world that holds it. */
export const pageActions: readonly GuiActionName[] = [
  ...(['click', 'dblclick', 'hover', 'focus', 'clear', 'fill', 'select_option', 'press', 'drag_and_drop'] as const),
  ...(['scroll', 'noop'] as const),
]

/** Takes one action, of `pageActions`. @throws {ActionError} where BrowserGym would report one. @throws {BrowserError} */
type Act = (action: GuiAction) => Promise<void>

/** Most milliseconds that a page is left to itself by one action. */
const longestWaitMs = 10_000

const domActionResult: z.ZodType<DomActionResult> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('point'), x: z.number(), y: z.number() }),
  z.object({ kind: z.enum(['type', 'done', 'missing', 'unreachable']) }),
  z.object({ kind: z.literal('refused'), reason: z.enum(domActionRefusals) }),
  z.object({ kind: z.literal('takes-no-text'), type: z.string() }),
])

const faults: Readonly<Record<DomActionRefusal, (method: string) => ActionError>> = {
  'not-fillable': notFillable,
  'not-selectable': notSelectable,
  malformed: malformedValue,
  'not-a-number': notANumber,
}

/** @param scale pixels of the screen, as it is shown, to one of the page. */
export function actIn(page: Page, scale: number): Act {
  const mouse: Mouse = mouseOf(page)

  /** @param method for errors. @param name of the hand. */
  const hand = async (
    method: string,
    bid: string,
    name: string,
    ...values: readonly unknown[]
  ): Promise<DomActionResult> => {
    const result = await page.evaluate('apart', guiCall(name, bid, ...values), domActionResult)
    if (result.kind === 'missing') throw noSuchElement(bid)
    if (result.kind === 'unreachable') throw timedOut(method)
    if (result.kind === 'refused') throw faults[result.reason](method)
    if (result.kind === 'takes-no-text') throw inputNotFillable(method, result.type)
    return result
  }
  const aim = async (method: string, bid: string, enabled: boolean): Promise<PagePoint> => {
    const result = await hand(method, bid, 'aim', enabled)
    if (result.kind !== 'point') throw new Error(`aiming gave ${result.kind}`)
    return result
  }
  const fill = async (method: string, bid: string, value: string): Promise<void> => {
    const { kind } = await hand(method, bid, 'fill', value)
    if (kind === 'done') return
    if (value === '') await pressKeys(page, 'Delete')
    else await insertText(page, value)
  }
  const fillTypingLast = async (bid: string, value: string): Promise<void> => {
    const letters = [...value]
    const last = letters.pop()
    await fill('clear', bid, '')
    if (letters.length > 0) await fill('fill', bid, letters.join(''))
    if (last === undefined) return
    await hand('type', bid, 'focus', true)
    await typeText(page, last)
  }

  return async action => {
    switch (action.kind) {
      case 'click':
      case 'dblclick': {
        const { kind, bid, button, modifiers } = action
        const point = await aim(kind, bid, true)
        const held = modifiers.map((name): ModifierKey => (name === 'ControlOrMeta' ? 'Control' : name))
        return holdKeys(page, held, bits => mouse.click(point, button, kind === 'click' ? 1 : 2, bits))
      }
      case 'hover':
        return mouse.hover(await aim('hover', action.bid, false))
      case 'focus':
        await hand('focus', action.bid, 'focus', false)
        return
      case 'clear':
        return fill('clear', action.bid, '')
      case 'fill':
        return action.typeLast ? fillTypingLast(action.bid, action.value) : fill('fill', action.bid, action.value)
      case 'select_option':
        await hand('select_option', action.bid, 'select', action.options)
        return
      case 'press':
        await hand('press', action.bid, 'focus', true)
        return pressKeys(page, action.keys)
      case 'drag_and_drop':
        return mouse.drag(await aim('hover', action.from, false), () => aim('hover', action.to, false))
      case 'scroll':
        return mouse.scroll({ x: action.x / scale, y: action.y / scale })
      case 'noop':
        return page.advance(Math.min(Math.max(Math.ceil(action.waitMs), 1), longestWaitMs))
      default:
        throw unknownAction(action.kind)
    }
  }
}
