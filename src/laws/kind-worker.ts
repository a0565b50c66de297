/** What a file exports as its default: the work of a thread that can be killed. */
import { parts } from '../methods/rlanything/formulation/parts.ts'
import { preview } from '../text/preview.ts'
import { defaultExportOf } from '../contracts/import-module.ts'

export type SubjectKind = 'formulation' | 'method' | 'world'

/** A kind, or what was found where it is none. */
export type FoundKind = { readonly kind: SubjectKind } | { readonly kind: null; readonly found: string }

/** By its form; a formulation with a wrong part is told by what reads it. @throws whatever the file throws. */
export default async function kindOf(file: string): Promise<FoundKind> {
  const found = await defaultExportOf(file)
  if (typeof found === 'function') return { kind: 'world' }
  const none = { kind: null, found: preview(found) } as const
  if (typeof found !== 'object' || found === null) return none
  if ('prepare' in found) return { kind: 'method' }
  if ('parseTask' in found || 'observationSize' in found) return { kind: 'world' }
  const odd = Object.keys(found).filter(key => key !== 'name' && key !== 'claims')
  return odd.length > 0 || parts.some(part => part in found) ? { kind: 'formulation' } : none
}
