/** Running conversations: their tokens, and where the keys and values of these lie. */
import type { ModelConfig } from '../../model/config.ts'
import { headSize } from '../../model/tensors.ts'
import { createPages } from './pages.ts'
import type { Workspace } from './workspace.ts'

/** Positions of a page: few, so that conversations share most of what they begin with in common. */
export const pageLength = 8

/** One conversation. */
export interface Context {
  /** All its tokens, whether their keys are computed or not. */
  readonly tokens: number[]
  /** Its groups of pages, in order of positions. */
  readonly groups: number[]
  /** How many leading tokens have their keys and values in the pages. */
  cached: number
  /** How often keys and values have been forgotten: copies from before are no longer its own. */
  losses: number
}

export interface Contexts {
  /** The named conversation; a new one is empty. */
  readonly open: (name: string) => Context
  readonly length: (name: string) => number
  readonly release: (name: string) => void
  /** Forgets the tokens from `length` on; of a conversation of none, all. */
  readonly cut: (name: string, length: number) => void
  /** Forgets keys and values but not tokens, as after a change of weights. */
  readonly invalidate: () => void
  /** Takes over what other conversations have computed of the same leading tokens. */
  readonly adopt: (context: Context) => void
  /** Names the next page that is not computed yet, the same for all that begin alike; null if it would not be full. */
  readonly nextPage: (context: Context) => string | null
  /** Copies what is cached into a row of the workspace, unless it is there already. */
  readonly load: (context: Context, workspace: Workspace, row: number) => void
  /** Keeps the row's entries up to `entries`, which are those of the leading tokens. @throws {RangeError} if there is no room. */
  readonly save: (context: Context, workspace: Workspace, row: number, entries: number) => void
}

export function createContexts(config: ModelConfig): Contexts {
  const size = headSize(config)
  const heads = config.num_key_value_heads
  const parts = 2 * config.num_hidden_layers
  const pageFloats = pageLength * size
  const groupFloats = parts * heads * pageFloats
  const contexts = new Map<string, Context>()
  const pages = createPages(groupFloats)

  /** Forgets what is cached but for so many groups. */
  const shorten = (context: Context, groups: number): void => {
    for (const group of context.groups.splice(groups)) pages.giveBack(group)
    context.cached = Math.min(context.cached, groups * pageLength)
    context.losses += 1
  }
  const nextPage = ({ tokens, groups, cached }: Context): string | null => {
    const full = cached === groups.length * pageLength && cached + pageLength <= tokens.length
    return full ? keyOf(tokens, groups, groups.length) : null
  }
  const release = (name: string): void => {
    const context = contexts.get(name)
    if (context !== undefined) shorten(context, 0)
    contexts.delete(name)
  }
  /** For each part and head: its place in the group, and the row's head. */
  const each = (workspace: Workspace, row: number, visit: (start: number, entries: Float32Array) => void): void => {
    for (let part = 0; part < parts; part += 1) {
      for (let head = 0; head < heads; head += 1) {
        visit((part * heads + head) * pageFloats, workspace.head(part, row, head))
      }
    }
  }

  return {
    open: name => {
      const known = contexts.get(name)
      if (known !== undefined) return known
      const opened = { tokens: [], groups: [], cached: 0, losses: 0 }
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
      /* Others may read the page that is cut: its part is computed anew, into a page of its own. */
      shorten(
        context,
        context.cached > length ? Math.floor(length / pageLength) : Math.ceil(context.cached / pageLength),
      )
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
    load: (context, workspace, row) => {
      const { groups, cached } = context
      const held = workspace.held(row, context)
      if (held >= cached) return
      const data = pages.data()
      each(workspace, row, (start, entries) => {
        for (let index = Math.floor(held / pageLength); index < groups.length; index += 1) {
          const from = groups[index]! * groupFloats + start
          const count = Math.min(pageLength, cached - index * pageLength)
          entries.set(data.subarray(from, from + count * size), index * pageFloats)
        }
      })
      workspace.hold(row, context, cached)
    },
    save: (context, workspace, row, entries) => {
      const { tokens, groups } = context
      workspace.hold(row, context, entries)
      if (entries <= context.cached) return
      while (groups.length * pageLength < entries) groups.push(pages.take())
      const data = pages.data()
      const first = Math.floor(context.cached / pageLength)
      each(workspace, row, (start, source) => {
        for (let index = first; index < groups.length; index += 1) {
          const from = Math.max(context.cached, index * pageLength)
          const to = Math.min(entries, (index + 1) * pageLength)
          const place = groups[index]! * groupFloats + start + (from % pageLength) * size
          data.set(source.subarray(from * size, to * size), place)
        }
      })
      context.cached = entries
      for (let index = first; (index + 1) * pageLength <= entries; index += 1) {
        const key = keyOf(tokens, groups, index)
        const known = pages.find(key)
        if (known === undefined) {
          pages.seal(groups[index]!, key)
        } else {
          pages.share(known)
          pages.giveBack(groups[index]!)
          groups[index] = known
        }
      }
    },
  }
}

/** A full page is known by its tokens and the page before it, which is known in the same way. */
function keyOf(tokens: readonly number[], groups: readonly number[], index: number): string {
  return `${index === 0 ? '' : groups[index - 1]!}:${tokens.slice(index * pageLength, (index + 1) * pageLength).join()}`
}
