/** Texts as Python's `str` takes them apart: its white space is not that of JavaScript. Source: `str.isspace`. */
const space = String.raw`[\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]`

const spaces = new RegExp(`${space}+`, 'u')
const ends = new RegExp(`^${space}+|${space}+$`, 'gu')

/** `text.split()`. */
export const splitWords = (text: string): readonly string[] => text.split(spaces).filter(word => word !== '')

/** `text.strip()`. */
export const stripped = (text: string): string => text.replaceAll(ends, '')
