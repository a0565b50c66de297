/** The numbers by which actions name elements. */

/** The elements of a page that have numbers. Plain data. */
export interface Bids {
  /** From an element's key to its number. */
  readonly numbers: Readonly<Record<string, number>>
  /** The number of the next new element. */
  readonly next: number
}

export const noBids: Bids = { numbers: {}, next: 0 }

/**
 * Elements keep their numbers as long as they stay; new ones continue the count in document order. One that was taken away
 * and comes back is new.
 *
 * Source: BrowserGym 0.14.3, `frame_mark_elements.js`.
 *
 * @param elements every element of the page in document order, html, head and body too, each once; a key means one
 *   element from one page to the next. Elements that are no standard HTML, as the inside of an svg, are left out.
 */
export function numberElements(bids: Bids, elements: readonly { readonly key: string; readonly tag: string }[]): Bids {
  let { next } = bids
  const numbers: Record<string, number> = {}
  for (const { key, tag } of elements) if (htmlTags.has(tag)) numbers[key] = bids.numbers[key] ?? next++
  return { numbers, next }
}

/** The tags that get numbers. */
export const htmlTags: ReadonlySet<string> = new Set(
  (
    'a abbr acronym address applet area article aside audio b base basefont bdi bdo big blockquote body br button canvas ' +
    'caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset ' +
    'figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins ' +
    'kbd label legend li link main map mark menu meta meter nav noframes noscript object ol optgroup option output p param ' +
    'picture pre progress q rp rt ruby s samp script search section select small source span strike strong style sub ' +
    'summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr'
  ).split(' '),
)
