/** Applies a proposal of a language model to a task, and holds it to the world; runs in the pool. */
import { sameData } from '../src/contracts/same-data.ts'
import type { Failure } from '../src/contracts/failure.ts'
import type { EnvironmentSource } from '../src/contracts/worlds/environment-source.ts'
import { randomFrom, type Key } from '../src/math/random.ts'
import { loadWorld } from '../src/rollout/load-world.ts'
import { FailedError } from '../src/runtime/errors/failed-error.ts'
import type { CheckedProposal } from './adapter-model.ts'
import { isRangeError } from '../src/contracts/built-in-error.ts'

export interface ProposalCheck {
  readonly environment: EnvironmentSource
  readonly task: unknown
  /** As the model wrote it. */
  readonly proposal: unknown
  readonly key: Key
}

export type ProposalChecked = CheckedProposal | { readonly kind: 'failed'; readonly failure: Failure }

export default async function check({ environment, task, proposal, key }: ProposalCheck): Promise<ProposalChecked> {
  try {
    const { editor } = await loadWorld(environment)
    if (editor?.proposals === undefined) return { kind: 'refused', refusal: 'refused' }
    const edit = editor.proposals.apply(task, proposal, randomFrom(key))
    if (sameData(edit.task, task)) return { kind: 'refused', refusal: 'unchanged' }
    return editor.valid(edit.task) ? { kind: 'edit', edit } : { kind: 'refused', refusal: 'unsolvable' }
  } catch (thrown) {
    if (thrown instanceof FailedError) return { kind: 'failed', failure: thrown.failure }
    if (isRangeError(thrown)) return { kind: 'refused', refusal: 'refused' }
    throw thrown
  }
}
