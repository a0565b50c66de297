/** The script that puts marks and DOM actions into a page. */
import { htmlTags } from '../../gui/tree/bids.ts'
import { domActionsIn, reachIn } from './actions.ts'
import { marksIn } from './marks.ts'

/** Under this name in the scripts' world that is apart from the page's own. */
const place = 'gui'

/** Puts them there; to be run in every new document. */
export const guiScript = `globalThis.${place} = (() => {
  const marks = (${marksIn.toString()})(globalThis, ${JSON.stringify([...htmlTags])})
  const actions = (${domActionsIn.toString()})(globalThis, marks.find, (${reachIn.toString()})(globalThis))
  return { ...marks, ...actions }
})()`

/** A call of one of them. */
export const guiCall = (name: string, ...values: readonly unknown[]): string =>
  `${place}.${name}(${values.map(value => JSON.stringify(value)).join(', ')})`
