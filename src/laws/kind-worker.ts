/** What a file exports as its default: the work of a thread that can be killed. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { reasonOf } from '../contracts/failure.ts'
import { loadedExports } from '../files/default-export.ts'
import { parts } from '../methods/rlanything/formulation/parts.ts'
import { preview } from '../text/preview.ts'

export type SubjectKind = 'formulation' | 'method' | 'world'

/** A kind, what was found where it is none, or why it cannot be loaded. */
export type FoundKind =
  | { readonly kind: SubjectKind }
  | { readonly kind: null; readonly found: string }
  | { readonly kind: 'broken'; readonly reason: string }

/** By its form; a formulation with a wrong part is told by what reads it. */
export default async function kindOf(file: string): Promise<FoundKind> {
  try {
    return await kindOfExports(await loadedExports({ name: file, module: pathToFileURL(resolve(file)).href }))
  } catch (thrown) {
    return { kind: 'broken', reason: reasonOf(thrown) }
  }
}

async function kindOfExports(exports: Readonly<Record<string, unknown>>): Promise<FoundKind> {
  const hasDefault = 'default' in exports
  const found = hasDefault ? await exports['default'] : exports
  if (typeof found === 'function') return { kind: 'world' }
  const none = { kind: null, found: hasDefault ? preview(found) : 'no default export' } as const
  if (typeof found !== 'object' || found === null) return none
  if ('prepare' in found) return { kind: 'method' }
  if ('parseTask' in found || 'observationSize' in found) return { kind: 'world' }
  const odd = Object.keys(found).filter(key => key !== 'name' && key !== 'claims')
  return (hasDefault && odd.length > 0) || parts.some(part => part in found) ? { kind: 'formulation' } : none
}
