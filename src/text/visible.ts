/**
 * A text as a terminal may be given it: control characters but line breaks and tabs (ESC, BEL, CR, DEL, C1), marks that turn the
 * direction of writing, the line ends of Unicode and halves of characters are written as JSON escapes, `\u001b`. JSON stays the same JSON.
 */
export const visible = (text: string): string => text.replaceAll(hidden, jsonEscape)

const hidden = /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]|\p{Surrogate}/gu

/** `\u001b`, as JSON has it. */
export const jsonEscape = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
