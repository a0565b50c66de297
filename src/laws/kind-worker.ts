/** What a file exports as its default: the work of a thread that can be killed. */
import { defaultExportOf } from '../user-code/default-export-of.ts'

export type SubjectKind = 'formulation' | 'method' | 'world'

/** By its form; what is none of the three is told by what reads it. @throws whatever the file throws. */
export default async function kindOf(file: string): Promise<SubjectKind> {
  const found = await defaultExportOf(file)
  if (typeof found === 'function') return 'world'
  const has = (part: string) => typeof found === 'object' && found !== null && part in found
  if (has('prepare')) return 'method'
  return has('parseTask') || has('observationSize') ? 'world' : 'formulation'
}
