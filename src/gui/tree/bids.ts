/** The numbers by which actions name elements. */

/**
 * The elements of a page that have numbers. They keep them as long as they stay; new ones continue the count in document order.
 * One that was taken away and comes back is new. Plain data.
 *
 * Source: BrowserGym 0.14.3, `frame_mark_elements.js`.
 */
export interface Bids {
  /** From an element's key to its number. */
  readonly numbers: Readonly<Record<string, number>>
  /** The number of the next new element. */
  readonly next: number
}

/** The tags that get numbers: those of HTML, not the inside of an svg. */
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
