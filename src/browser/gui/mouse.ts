/** The mouse in a page whose clock is stopped. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { MouseButton } from '../../gui/actions/gui-action.ts'
import { nothing, type Page } from '../page.ts'

export interface PagePoint {
  readonly x: number
  readonly y: number
}

export interface Mouse {
  /** @param count of clicks, 2 for a double click. @param modifiers bits of the keys that are held. */
  readonly click: (point: PagePoint, button: MouseButton, count: number, modifiers: number) => Promise<void>
  /** Moves there, and lets the page take notice. */
  readonly hover: (point: PagePoint) => Promise<void>
  readonly drag: (from: PagePoint, to: () => Promise<PagePoint>) => Promise<void>
  /** Turns the wheel where the mouse is. @param by in pixels of the page. */
  readonly scroll: (by: PagePoint) => Promise<void>
}

const bits: Readonly<Record<MouseButton, number>> = { left: 1, right: 2, middle: 4 }
/** Milliseconds of a frame of the page, most of them between two frames, and most frames for a turn of the wheel. */
const [frameMs, longestPauseMs, maxFrames] = [16, 50, 30]

export function mouseOf(page: Page): Mouse {
  let at: PagePoint = { x: 0, y: 0 }
  const event = (type: string, rest: object): object => ({ type, ...at, ...rest })
  const send = (type: string, rest: object): Promise<unknown> =>
    page.call('Input.dispatchMouseEvent', event(type, rest), nothing)

  /** A movement is answered at the next frame, or when something follows it: it is not waited for. */
  const move = (point: PagePoint, rest: object = {}): void => {
    at = point
    page.post('Input.dispatchMouseEvent', event('mouseMoved', rest))
  }
  /** Lets a frame pass, and gives a busy machine time, rather than that the page's clock runs ahead. */
  const passFrame = async (count: number): Promise<void> => {
    await page.advance(frameMs)
    await sleep(Math.min(count, longestPauseMs))
  }
  /** Lets frames pass until a movement has arrived. */
  const settle = async (rest: object = {}): Promise<void> => {
    let waiting = true
    const moved = send('mouseMoved', rest).finally(() => void (waiting = false))
    /* Rethrown to the code that waits below, if no frame fails before. */
    moved.catch(() => {})
    for (let count = 0; waiting; count++) await passFrame(count)
    await moved
  }
  /** Lets frames pass until a turn of the wheel is answered, which some never are: the movement after them is. */
  const turn = async (rest: object): Promise<void> => {
    let waiting = true
    page.post('Input.dispatchMouseEvent', event('mouseWheel', rest), () => void (waiting = false))
    for (let count = 0; waiting && count < maxFrames; count++) await passFrame(count)
  }
  const hover = async (point: PagePoint): Promise<void> => {
    at = point
    await settle()
  }

  return {
    hover,
    click: async (point, button, count, modifiers) => {
      move(point, { modifiers })
      for (let clickCount = 1; clickCount <= count; clickCount++) {
        await send('mousePressed', { button, buttons: bits[button], clickCount, modifiers })
        await send('mouseReleased', { button, buttons: 0, clickCount, modifiers })
      }
    },
    drag: async (from, to) => {
      await hover(from)
      await send('mousePressed', { button: 'left', buttons: 1, clickCount: 1 })
      at = await to()
      await settle({ button: 'left', buttons: 1 })
      await send('mouseReleased', { button: 'left', buttons: 0, clickCount: 1 })
    },
    scroll: async ({ x: deltaX, y: deltaY }) => {
      await turn({ deltaX, deltaY })
      /* The page has scrolled when it handles the next event. */
      await settle()
    },
  }
}
