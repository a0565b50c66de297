/** The elements of a desk as they can be seen, worked out once for each state. */
import type { DeskElement } from '../screen/element.ts'
import type { DeskState } from '../screen/state.ts'
import { viewDesk } from '../apps/desktop.ts'

export interface RenderedScreen {
  readonly root: DeskElement
  /** Those that have numbers, in document order. */
  readonly elements: readonly DeskElement[]
  /** Those that can be reached: all, or those of the dialog that is open. */
  readonly reachable: readonly DeskElement[]
  /** That covers everything else; `null` if none does. */
  readonly dialog: DeskElement | null
}

const screens = new WeakMap<DeskState, RenderedScreen>()

export function screenOf(state: DeskState): RenderedScreen {
  const known = screens.get(state)
  if (known !== undefined) return known
  const screen = newScreen(state)
  screens.set(state, screen)
  return screen
}

/** For a passing state: computed values are not kept. */
export const screenOnce = (state: DeskState): RenderedScreen => screens.get(state) ?? newScreen(state)

/** `state`, which has this screen. */
export function withScreen(state: DeskState, screen: RenderedScreen): DeskState {
  screens.set(state, screen)
  return state
}

function newScreen(state: DeskState): RenderedScreen {
  const root = viewDesk(state)
  const elements = elementsOf(root)
  const dialog = root.children.find(({ tag }) => tag === 'dialog') ?? null
  return { root, elements, reachable: dialog === null ? elements : elementsOf(dialog), dialog }
}

function elementsOf(root: DeskElement): readonly DeskElement[] {
  const found: DeskElement[] = []
  const visit = (element: DeskElement): void => {
    if (!element.tag.startsWith('#')) found.push(element)
    for (const child of element.children) visit(child)
  }
  visit(root)
  return found
}
