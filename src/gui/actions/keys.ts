/** Keys of an American keyboard, as events of a browser name them. */
import { unknownKey } from './action-error.ts'

export interface KeyboardKey {
  /** As `event.key`, e.g. `a`, `A`, `Enter`. */
  readonly key: string
  /** As `event.code`, e.g. `KeyA`. */
  readonly code: string
  readonly windowsVirtualKeyCode: number
  /** The text it writes; empty for keys that write nothing. */
  readonly text: string
}

/** A key with those that are held while it is pressed. */
export interface KeyStroke {
  readonly held: readonly ModifierKey[]
  readonly key: KeyboardKey
}

export type ModifierKey = 'Alt' | 'Control' | 'Meta' | 'Shift'

/** Their bits in an event. */
export const modifierBits: Readonly<Record<ModifierKey, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 }
const modifierNames: Readonly<Record<string, ModifierKey>> = {
  ...{ Alt: 'Alt', Control: 'Control', Meta: 'Meta', Shift: 'Shift', ControlOrMeta: 'Control' },
  ...{ AltLeft: 'Alt', ControlLeft: 'Control', MetaLeft: 'Meta', ShiftLeft: 'Shift' },
}

/** Key, code and number of keys that write nothing. */
const silent: readonly (readonly [key: string, number: number])[] = [
  ...([
    ['Backspace', 8],
    ['Tab', 9],
    ['Pause', 19],
    ['CapsLock', 20],
    ['Escape', 27],
  ] as const),
  ...([
    ['PageUp', 33],
    ['PageDown', 34],
    ['End', 35],
    ['Home', 36],
    ['ArrowLeft', 37],
    ['ArrowUp', 38],
  ] as const),
  ...([
    ['ArrowRight', 39],
    ['ArrowDown', 40],
    ['Insert', 45],
    ['Delete', 46],
    ['ContextMenu', 93],
  ] as const),
  ...Array.from({ length: 12 }, (_, index) => [`F${index + 1}`, 112 + index] as const),
]
/** Code and number of keys that write, with and without Shift. */
const writing: readonly (readonly [code: string, number: number, plain: string, shifted: string])[] = [
  ...Array.from('abcdefghijklmnopqrstuvwxyz', (letter, index) => {
    const capital = letter.toUpperCase()
    return [`Key${capital}`, 65 + index, letter, capital] as const
  }),
  ...Array.from(')!@#$%^&*(', (shifted, digit) => [`Digit${digit}`, 48 + digit, String(digit), shifted] as const),
  ...([
    ['Backquote', 192, '`', '~'],
    ['Minus', 189, '-', '_'],
    ['Equal', 187, '=', '+'],
  ] as const),
  ...([
    ['BracketLeft', 219, '[', '{'],
    ['BracketRight', 221, ']', '}'],
    ['Backslash', 220, '\\', '|'],
  ] as const),
  ...([
    ['Semicolon', 186, ';', ':'],
    ['Quote', 222, "'", '"'],
    ['Comma', 188, ',', '<'],
  ] as const),
  ...([
    ['Period', 190, '.', '>'],
    ['Slash', 191, '/', '?'],
    ['Space', 32, ' ', ' '],
  ] as const),
]

const keys: ReadonlyMap<string, KeyboardKey> = new Map([
  ...silent.map(([key, number]) => [key, { key, code: key, windowsVirtualKeyCode: number, text: '' }] as const),
  ...['Enter', '\n', '\r'].map(
    name => [name, { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }] as const,
  ),
  ...writing.flatMap(([code, windowsVirtualKeyCode, plain, shifted]) => {
    const key = { key: plain, code, windowsVirtualKeyCode, text: plain }
    return [[shifted, { ...key, key: shifted, text: shifted }] as const, [code, key] as const, [plain, key] as const]
  }),
])
const withShift: ReadonlyMap<string, string> = new Map(writing.map(([code, , , shifted]) => [code, shifted]))

/** The key that writes a letter; `null` where the keyboard has none. */
export const keyOf = (letter: string): KeyboardKey | null => keys.get(letter) ?? null

/**
 * Keys as `Enter`, `a`, `Control+Shift+a`, `+`. With Shift a key writes its upper letter; with other modifiers it writes nothing.
 *
 * @throws {ActionError} naming a key that the keyboard does not have.
 */
export function keyStroke(text: string): KeyStroke {
  const names = text.match(/\+$|[^+]+/g) ?? ['']
  const held = names.slice(0, -1).map(name => {
    const modifier = modifierNames[name]
    if (modifier === undefined) throw unknownKey(name)
    return modifier
  })
  const name = names.at(-1) ?? ''
  const modifier = modifierNames[name]
  if (modifier !== undefined) return { held, key: modifierKey(modifier) }
  const found = keyOf(name)
  if (found === null) throw unknownKey(name)
  const key =
    held.includes('Shift') && found.text.length === 1 ? (keyOf(withShift.get(found.code) ?? name) ?? found) : found
  const silenced = held.some(each => each !== 'Shift')
  return { held, key: silenced ? { ...key, text: '' } : key }
}

/** The left one of each. */
const modifierKey = (key: ModifierKey): KeyboardKey => ({
  key,
  code: `${key}Left`,
  windowsVirtualKeyCode: { Shift: 16, Control: 17, Alt: 18, Meta: 91 }[key],
  text: '',
})
