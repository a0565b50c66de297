/**
 * Keys and values of running conversations, in pages of one big array that the sampling graph reads in place.
 * A group of pages holds `pageLength` positions of one conversation for every layer, keys and values, every head.
 */
import type { ModelConfig } from '../../model/config.ts'
import { headSize } from '../../model/tensors.ts'

export const pageLength = 32

/** One conversation. */
export interface Context {
  /** All its tokens, whether their keys are computed or not. */
  readonly tokens: number[]
  /** Its groups of pages, in order of positions. */
  readonly groups: number[]
  /** How many leading tokens have their keys and values in the pages. */
  cached: number
}

export interface Contexts {
  /** The named conversation; a new one is empty. */
  readonly open: (name: string) => Context
  readonly length: (name: string) => number
  readonly release: (name: string) => void
  /** Forgets the tokens from `length` on; of a conversation of none, all. */
  readonly cut: (name: string, length: number) => void
  /** Makes room for `entries` positions. @throws {RangeError} if all pages together would exceed the bound. */
  readonly reserve: (context: Context, entries: number) => void
  /** Gives back the groups beyond what is cached. */
  readonly trim: (context: Context) => void
  /** Forgets keys and values but not tokens, as after a change of weights. */
  readonly invalidate: () => void
  /** Stores [KV, T, D] keys or values, of which `count` of T positions, from `entry` on. */
  readonly write: (context: Context, entry: number, count: number, part: Part) => void
  /** All pages, [pages, pageLength, D]. */
  readonly pages: () => Float32Array
}

/** Where in a layer's output some keys or values lie. */
export interface Part {
  readonly layer: number
  readonly kind: 0 | 1
  readonly data: Float32Array
  /** Offset in `data` of the [KV, T, D] block. */
  readonly offset: number
  /** T */
  readonly length: number
}

const mostFloats = 2 ** 29

export function createContexts(config: ModelConfig): Contexts {
  const size = headSize(config)
  const heads = config.num_key_value_heads
  const page = pageLength * size
  const groupFloats = pagesPerGroup(config) * page
  const contexts = new Map<string, Context>()
  const free: number[] = []
  /* Group 0 is never written: it stands in where a shorter conversation has no page. */
  let used = 1
  let data = new Float32Array(16 * groupFloats)

  const allocate = (): number => {
    const reused = free.pop()
    if (reused !== undefined) return reused
    if ((used + 1) * groupFloats > data.length) {
      const doubled = 2 * data.length
      if (doubled > mostFloats) {
        throw new RangeError(
          `contexts must not exceed ${mostFloats * 4} bytes in all: release some of ${contexts.size}`,
        )
      }
      const larger = new Float32Array(doubled)
      larger.set(data)
      data = larger
    }
    used += 1
    return used - 1
  }
  const trim = (context: Context): void => {
    free.push(...context.groups.splice(Math.ceil(context.cached / pageLength)))
  }

  const release = (name: string): void => {
    free.push(...(contexts.get(name)?.groups ?? []))
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
      context.cached = Math.min(length, context.cached)
      trim(context)
    },
    reserve: (context, entries) => {
      while (context.groups.length * pageLength < entries) context.groups.push(allocate())
    },
    trim,
    invalidate: () => {
      for (const context of contexts.values()) {
        context.cached = 0
        trim(context)
      }
    },
    write: (context, entry, count, { layer, kind, data: source, offset, length }) => {
      for (let head = 0; head < heads; head += 1) {
        const inGroup = ((layer * 2 + kind) * heads + head) * page
        for (let index = 0; index < count; index += 1) {
          const position = entry + index
          const group = context.groups[Math.floor(position / pageLength)]!
          const to = group * groupFloats + inGroup + (position % pageLength) * size
          const from = offset + (head * length + index) * size
          for (let lane = 0; lane < size; lane += 1) data[to + lane] = source[from + lane]!
        }
      }
    },
    pages: () => data,
  }
}

/** Pages that belong together: one for each layer, keys and values, and head. */
export function pagesPerGroup(config: ModelConfig): number {
  return config.num_hidden_layers * 2 * config.num_key_value_heads
}
