/** An adapter that is a language model: it sums up the critiques and proposes changed tasks until one can be played. */
import type { Edit } from '../src/contracts/worlds/environment.ts'
import type { Sample, SampleRequest } from '../src/contracts/models/device.ts'
import type { JsonSchema } from '../src/contracts/models/json-schema.ts'
import type { Adapt } from '../src/curriculum/messages.ts'
import type { ProposalRefusal, ProposalRefusals, TaskProposals } from '../src/contracts/worlds/task-proposals.ts'
import { adaptQuestion, criticLines, jsonIn } from '../src/curriculum/model-proposals.ts'
import { derive, type Key } from '../src/math/random.ts'
import type { Renderer } from '../src/model/renderers/renderer.ts'

export interface ModelAdapterOptions {
  readonly renderer: Renderer
  readonly prompts: { readonly critic: string; readonly adapter: string }
  readonly proposals: TaskProposals<unknown>
  /** Most proposals asked for, for one task. */
  readonly attempts: number
  readonly sampling: Pick<SampleRequest, 'maxTokens' | 'temperature' | 'topP'>
  /** One sample in a new context. @throws {Error} if it does not come. */
  readonly draw: (request: Omit<SampleRequest, 'sequenceId'>) => Promise<Pick<Sample, 'tokens' | 'finish'>>
  /** Applies a proposal and holds it to the world, where that can be cut off. */
  readonly check: (task: unknown, proposal: unknown, key: Key) => Promise<CheckedProposal>
}

/** A changed task, or why proposing failed. */
export type CheckedProposal =
  | { readonly kind: 'edit'; readonly edit: Edit<unknown> }
  | { readonly kind: 'refused'; readonly refusal: ProposalRefusal }

export interface ModelProposal {
  /** The first that can be played; `null` if none of the attempts gave one. */
  readonly edit: Edit<unknown> | null
  readonly refusals: ProposalRefusals
}

export async function proposeByModel(options: ModelAdapterOptions, asked: Adapt): Promise<ModelProposal> {
  const { renderer, prompts, proposals, attempts, sampling, draw, check } = options
  const { task, accuracy, direction, critic, key } = asked
  const ask = async (instructions: string, message: string, chance: Key, schema?: JsonSchema) => {
    const { tokens, finish } = await draw({
      ...sampling,
      tokens: renderer.question(instructions, message),
      promptSuffix: new Int32Array(0),
      count: 1,
      appendToContext: false,
      stop: renderer.stop,
      key: chance,
      ...(schema === undefined ? {} : { schema }),
    })
    return { text: renderer.text(tokens), finish }
  }
  const lines = criticLines(critic)
  const summary = lines === '' ? null : (await ask(prompts.critic, lines, derive(key, 'summary'))).text
  const question = adaptQuestion({ told: proposals.tell(task), accuracy, direction, summary })
  const schema = proposals.schema(task)
  const refusals: Partial<Record<ProposalRefusal, number>> = {}
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { text, finish } = await ask(prompts.adapter, question, derive(key, 'proposal', attempt), schema)
    const proposal = jsonIn(text)
    const checked: CheckedProposal =
      proposal === undefined
        ? { kind: 'refused', refusal: finish === 'length' ? 'truncated' : 'unreadable' }
        : await check(task, proposal, derive(key, 'apply', attempt))
    if (checked.kind === 'edit') return { edit: checked.edit, refusals }
    refusals[checked.refusal] = (refusals[checked.refusal] ?? 0) + 1
  }
  return { edit: null, refusals }
}
