/** The text by which marks and hands come into a page. */
import { htmlTags } from '../../gui/tree/bids.ts'
import { handsIn } from './hands.ts'
import { marksIn } from './marks.ts'

/** Under this name in the scripts' world that is apart from the page's own. */
const place = 'gui'

/** Puts them there; to be run in every new document. */
export const guiScript = `globalThis.${place} = (() => {
  const marks = (${marksIn.toString()})(globalThis, ${JSON.stringify([...htmlTags])})
  const hands = (${handsIn.toString()})(globalThis, marks.find)
  return { ...marks, ...hands }
})()`

/** A call of one of them. */
export const guiCall = (name: string, ...values: readonly unknown[]): string =>
  `${place}.${name}(${values.map(value => JSON.stringify(value)).join(', ')})`
