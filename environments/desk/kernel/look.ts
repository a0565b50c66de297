/** The elements of a desk as they can be seen, worked out once for each state. */
import type { DeskElement } from '../screen/element.ts'
import type { DeskState } from '../screen/state.ts'
import { viewDesk } from '../apps/desktop.ts'

export interface Look {
  readonly root: DeskElement
  /** Those that have numbers, in document order. */
  readonly elements: readonly DeskElement[]
  /** Those that can be reached: all, or those of the dialog that is open. */
  readonly reachable: readonly DeskElement[]
}

const looks = new WeakMap<DeskState, Look>()

export function lookAt(state: DeskState): Look {
  const known = looks.get(state)
  if (known !== undefined) return known
  const look = newLook(state)
  looks.set(state, look)
  return look
}

/** For a state that only passes by: what is worked out for it is not kept. */
export const glanceAt = (state: DeskState): Look => looks.get(state) ?? newLook(state)

/** `state`, which has this look. */
export function withLook(state: DeskState, look: Look): DeskState {
  looks.set(state, look)
  return state
}

function newLook(state: DeskState): Look {
  const root = viewDesk(state)
  const elements = elementsOf(root)
  const dialog = root.children.find(({ tag }) => tag === 'dialog')
  return { root, elements, reachable: dialog === undefined ? elements : elementsOf(dialog) }
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
