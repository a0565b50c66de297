/** Searches for an edited task that differs from its original and that the world's expert solves; runs in the pool. */
import type { Edit } from '../src/contracts/worlds/environment.ts'
import { sameData } from '../src/contracts/same-data.ts'
import type { Failure } from '../src/contracts/failure.ts'
import { loadWorld } from '../src/rollout/load-world.ts'
import type { EnvironmentSource } from '../src/contracts/worlds/environment-source.ts'
import { derive, randomFrom, type Key } from '../src/math/random.ts'
import { FailedError } from '../src/runtime/errors/failed-error.ts'
import { nth } from '../src/math/nth.ts'

export interface EditSearch {
  readonly environment: EnvironmentSource
  readonly task: unknown
  /** Kinds of edit to try, the most promising first; taken in turn until the attempts are used up. */
  readonly names: readonly string[]
  /** The critic's main complaint about the task's episodes. */
  readonly complaint: string | null
  readonly attempts: number
  readonly key: Key
}

/** The first valid candidate, `null` when no attempt gave one; or why the search failed. */
export type EditFound =
  | { readonly kind: 'searched'; readonly edit: Edit<unknown> | null }
  /** An error object would lose its attribution on the way. */
  | { readonly kind: 'failed'; readonly failure: Failure }

export default async function search(order: EditSearch): Promise<EditFound> {
  try {
    return { kind: 'searched', edit: await firstValid(order) }
  } catch (thrown) {
    if (thrown instanceof FailedError) return { kind: 'failed', failure: thrown.failure }
    throw thrown
  }
}

async function firstValid(order: EditSearch): Promise<Edit<unknown> | null> {
  const { environment, task, names, complaint, attempts, key } = order
  if (names.length === 0) return null
  const { editor } = await loadWorld(environment)
  if (editor === undefined) return null
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const name = nth(names, attempt % names.length)
    const candidate = editor.edit(task, name, randomFrom(derive(key, attempt)), complaint)
    if (candidate !== null && !sameData(candidate.task, task) && editor.valid(candidate.task)) return candidate
  }
  return null
}
