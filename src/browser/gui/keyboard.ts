/** Keys that are pressed in a page. */
import type { Page } from '../page.ts'
import { nothing } from '../page.ts'
import { keyOf, keyStroke, modifierBits, type KeyboardKey, type ModifierKey } from '../../gui/actions/keys.ts'

/** @throws {ActionError} naming a key that is not there. */
export async function pressKeys(page: Page, text: string): Promise<void> {
  const { held, key } = keyStroke(text)
  await holdKeys(page, held, modifiers => strike(page, key, modifiers))
}

/** Holds keys down while something is done. @param work is given their bits. */
export async function holdKeys(
  page: Page,
  held: readonly ModifierKey[],
  work: (modifiers: number) => Promise<void>,
): Promise<void> {
  let modifiers = 0
  for (const name of held) {
    modifiers |= modifierBits[name]
    await send(page, 'rawKeyDown', keyStroke(name).key, modifiers)
  }
  await work(modifiers)
  for (const name of [...held].reverse()) {
    modifiers &= ~modifierBits[name]
    await send(page, 'keyUp', keyStroke(name).key, modifiers)
  }
}

/** Types letters one by one; those that the keyboard does not have are put in. */
export async function typeText(page: Page, text: string): Promise<void> {
  for (const letter of text) {
    const key = keyOf(letter)
    if (key === null) await insertText(page, letter)
    else await strike(page, key, 0)
  }
}

/** Replaces the selection by text. */
export const insertText = (page: Page, text: string): Promise<unknown> =>
  page.call('Input.insertText', { text }, nothing)

async function strike(page: Page, key: KeyboardKey, modifiers: number): Promise<void> {
  await send(page, key.text === '' ? 'rawKeyDown' : 'keyDown', key, modifiers)
  await send(page, 'keyUp', key, modifiers)
}

function send(
  page: Page,
  type: 'keyDown' | 'rawKeyDown' | 'keyUp',
  key: KeyboardKey,
  modifiers: number,
): Promise<unknown> {
  const { text, ...rest } = key
  const written = type === 'keyDown' ? { text, unmodifiedText: text } : {}
  return page.call('Input.dispatchKeyEvent', { type, modifiers, ...rest, ...written }, nothing)
}
