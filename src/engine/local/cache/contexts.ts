/** The sequences in the KV cache: their tokens, and the pages with their keys and values. */
import { pageLength, type Pages } from './pages.ts'
import { nth } from '../../../math/nth.ts'

/** One sequence. */
export interface CachedContext {
  /** All its tokens, whether their keys are computed or not. */
  readonly tokens: number[]
  /** Its groups of pages, in order of positions; while it is sampled there may be more than it keeps. */
  readonly groups: number[]
  /** How many leading tokens have their keys and values in the pages. */
  cached: number
}

export interface Contexts {
  /** The context of a sequence; a new one is empty. */
  readonly open: (name: string) => CachedContext
  readonly length: (name: string) => number
  readonly release: (name: string) => void
  /** Forgets the tokens from `length` on; all if nothing is left. */
  readonly cut: (name: string, length: number) => void
  /** Forgets keys and values but not tokens, as after a change of weights. */
  readonly invalidate: () => void
  /** Reuses the pages that other sequences have computed for the same leading tokens. */
  readonly adopt: (context: CachedContext) => void
  /** Names the next page that is not computed yet, the same for all that begin alike; null if it would not be full. */
  readonly nextPage: (context: CachedContext) => string | null
  /** Takes as many groups as that many entries need. @throws {RangeError} if there is no room. */
  readonly reach: (groups: number[], entries: number) => void
  /** Appends to `into` the first `entries` of the groups: full ones are shared, the last one is a copy. @throws {RangeError} if there is no room. */
  readonly fork: (groups: readonly number[], entries: number, into: number[]) => void
  /** Releases all groups after the first `keep`. */
  readonly drop: (groups: number[], keep: number) => void
  /** The first `entries` of the groups are those of the leading tokens. */
  readonly keep: (context: CachedContext, entries: number) => void
  /** Releases the groups that hold no token of the sequence. */
  readonly trim: (context: CachedContext) => void
}

export function createContexts(pages: Pages): Contexts {
  const contexts = new Map<string, CachedContext>()

  const drop = (groups: number[], keep: number): void => {
    for (const group of groups.splice(keep)) pages.giveBack(group)
  }
  /** Keeps the cache of only this many groups. */
  const shorten = (context: CachedContext, keep: number): void => {
    drop(context.groups, keep)
    context.cached = Math.min(context.cached, keep * pageLength)
  }
  const nextPage = ({ tokens, groups, cached }: CachedContext): string | null => {
    const full = cached % pageLength === 0 && cached + pageLength <= tokens.length
    return full ? keyOf(tokens, groups, cached / pageLength) : null
  }
  const trim = (context: CachedContext): void => drop(context.groups, Math.ceil(context.cached / pageLength))
  const release = (name: string): void => {
    const context = contexts.get(name)
    if (context !== undefined) shorten(context, 0)
    contexts.delete(name)
  }

  return {
    open: name => {
      const known = contexts.get(name)
      if (known !== undefined) return known
      const opened = { tokens: [], groups: [], cached: 0 }
      contexts.set(name, opened)
      return opened
    },
    length: name => contexts.get(name)?.tokens.length ?? 0,
    release,
    cut: (name, length) => {
      const context = contexts.get(name)
      if (context === undefined) return
      if (length === 0) return release(name)
      context.tokens.length = Math.min(length, context.tokens.length)
      /* Others may read the page that is cut: its part is computed anew, into a separate page. */
      if (context.cached > length) shorten(context, Math.floor(length / pageLength))
      else trim(context)
    },
    invalidate: () => {
      for (const context of contexts.values()) shorten(context, 0)
    },
    adopt: context => {
      for (;;) {
        const key = nextPage(context)
        const group = key === null ? undefined : pages.find(key)
        if (group === undefined) return
        pages.share(group)
        context.groups.push(group)
        context.cached += pageLength
      }
    },
    nextPage,
    reach: (groups, entries) => {
      while (groups.length * pageLength < entries) groups.push(pages.take())
    },
    fork: (groups, entries, into) => {
      const full = Math.floor(entries / pageLength)
      for (const group of groups.slice(0, full)) {
        pages.share(group)
        into.push(group)
      }
      if (entries % pageLength > 0) into.push(pages.copy(nth(groups, full)))
    },
    drop,
    keep: (context, entries) => {
      const { tokens, groups } = context
      const first = Math.floor(context.cached / pageLength)
      context.cached = Math.max(context.cached, entries)
      for (let index = first; (index + 1) * pageLength <= entries; index += 1) {
        const key = keyOf(tokens, groups, index)
        const known = pages.find(key)
        if (known === undefined) {
          pages.seal(nth(groups, index), key)
        } else if (known !== groups[index]) {
          pages.share(known)
          pages.giveBack(nth(groups, index))
          groups[index] = known
        }
      }
    },
    trim,
  }
}

/** A full page is known by its tokens and the page before it, which is known in the same way. */
function keyOf(tokens: readonly number[], groups: readonly number[], index: number): string {
  return `${index === 0 ? '' : nth(groups, index - 1)}:${tokens.slice(index * pageLength, (index + 1) * pageLength).join()}`
}
