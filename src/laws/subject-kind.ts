import { existsSync } from 'node:fs'
import { environmentSource, isShippedWorld, shippedWorlds } from '../config/environment-source.ts'
import { isShippedMethod, methodNames } from '../methods/registry/registry.ts'
import { shippedFormulations } from '../methods/rlanything/formulation/shipped/index.ts'
import { attempted } from './formulation/cases/attempted.ts'
import { createPool } from '../runtime/pool.ts'
import { usualDeadlineMs } from './law/deadline.ts'
import { nearestHint } from '../text/nearest.ts'
import { parts } from '../methods/rlanything/formulation/parts.ts'
import type { FoundKind, SubjectKind } from './kind-worker.ts'

/**
 * What there is to be checked by a name, or in a file by what it exports. A file that does not load in time counts as a formulation,
 * which says so.
 *
 * @throws {RangeError} if it is neither a name nor a file, cannot be loaded, or its default export is none of the three.
 */
export async function subjectKind(source: string): Promise<SubjectKind> {
  if (Object.hasOwn(shippedFormulations, source)) return 'formulation'
  if (isShippedMethod(source)) return 'method'
  const named = isShippedWorld(source) && attempted(() => environmentSource({ name: source, options: {} }))
  if (named !== false && named !== null) return 'world'
  if (!existsSync(source)) throw new RangeError(nowhere(source))
  const pool = createPool<string, FoundKind>({ module: new URL('./kind-worker.js', import.meta.url), threads: 1 })
  try {
    const result = await pool
      .run(source, { deadlineMs: usualDeadlineMs })
      .catch((): FoundKind => ({ kind: 'formulation' }))
    if (result.kind === 'broken') throw new RangeError(result.reason)
    if (result.kind !== null) return result.kind
    throw new RangeError(
      `${source} must export a formulation, a world or a method as its default: a formulation has one or more of ${parts.join(', ')}; ` +
        `a world has parseTask or observationSize, or is a function that makes it; a method has prepare; got ${result.found}`,
    )
  } finally {
    await pool.close()
  }
}

function nowhere(source: string): string {
  if (/[./\\]/.test(source)) return `there is no file ${source} to check`
  const names = { formulations: Object.keys(shippedFormulations), methods: methodNames, worlds: shippedWorlds() }
  const told = Object.entries(names).map(([kind, each]) => `${kind}: ${each.join(', ')}`)
  const hint = nearestHint(source, Object.values(names).flat())
  return `check takes a file, or the name of a formulation, a method or a world, got ${source}${hint}\n${told.join('\n')}`
}
