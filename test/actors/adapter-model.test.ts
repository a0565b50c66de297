import test from 'ava'
import { household } from '../../environments/household/index.ts'
import { proposeByModel, type CheckedProposal } from '../../actors/adapter-model.ts'
import type { Adapt } from '../../src/curriculum/messages.ts'
import type { Finish, SampleRequest } from '../../src/contracts/models/device.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import { answerTokens, messagesOf, messageTemplate, messageTokenizerJson } from '../../src/model/chat/message-tokens.ts'
import { chatRenderer } from '../../src/model/renderers/chat.ts'
import { loadTokenizer } from '../../src/model/tokenizer/load-tokenizer.ts'
import { present } from '../fixtures/present.ts'

const edit = { task: { other: 1 }, name: 'model', reason: 'It changed.' }
const world = household()
const { prompts } = world
const task = world.generate('train', randomFrom(rootKey(2)))
/* As the actor has it, which knows no world's tasks. */
const proposals = world.proposals && { ...world.proposals, tell: () => told, schema: () => schema, apply: () => edit }
const told = world.proposals?.tell(task) ?? ''
const schema = world.proposals?.schema(task) ?? {}
const asked: Adapt = {
  kind: 'adapt',
  to: 'adapter',
  from: 'trainer',
  id: 'call/1',
  slot: 0,
  task,
  accuracy: 0,
  direction: 'easier',
  critic: { complaint: 'refused', condemned: 0.5, text: 'episode 1, lost\n✗ open fridge 1: refused' },
  key: rootKey(1),
}
/** Says one answer after the other. */
async function proposed(
  answers: readonly string[],
  check: (proposal: unknown) => CheckedProposal,
  { adapt = asked, finish = 'stop' }: { readonly adapt?: Adapt; readonly finish?: Finish } = {},
) {
  const requests: Omit<SampleRequest, 'sequenceId'>[] = []
  const renderer = chatRenderer(loadTokenizer(messageTokenizerJson), messageTemplate, present(prompts))
  const result = await proposeByModel(
    {
      renderer,
      prompts: { critic: present(prompts).critic, adapter: present(prompts?.proposer) },
      proposals: present(proposals),
      attempts: 3,
      sampling: { maxTokens: 50, temperature: 1, topP: 1 },
      draw: request => {
        requests.push(request)
        return Promise.resolve({ tokens: answerTokens(answers[requests.length - 1] ?? '', true), finish })
      },
      check: (_, proposal) => Promise.resolve(check(proposal)),
    },
    adapt,
  )
  return { result, requests, messages: requests.map(({ tokens }) => messagesOf(tokens)) }
}

test('the model sums up what was said, then proposes until the world takes it; what came to nothing is counted', async t => {
  const answers = [
    'It opens what is not there.',
    'no idea',
    '<think>{}</think>{"kind": "place"}',
    '```json\n{"kind": "two"}\n```',
  ]
  const { result, requests, messages } = await proposed(answers, proposal =>
    JSON.stringify(proposal) === '{"kind":"two"}' ? { kind: 'edit', edit } : { kind: 'refused', refusal: 'refused' },
  )
  t.deepEqual(result, { edit, refusals: { unreadable: 1, refused: 1 } })
  t.is(messages[0]?.[1]?.content, asked.critic.text)
  t.is(messages[0]?.[0]?.content, present(prompts).critic)
  t.regex(
    messages[1]?.[1]?.content ?? '',
    /0 % of the attempts .* Make it easier\.\nWhat goes wrong: It opens what is not there\./,
  )
  t.true(messages[1]?.[1]?.content.includes(task.sentence))
  t.deepEqual(requests[1]?.schema, schema)
  t.is(requests[0]?.schema, undefined)
  t.is(new Set(requests.map(({ key }) => JSON.stringify(key))).size, 4, 'each is drawn by a key of its own')
})

test('a proposal that was cut off is told from one that is no proposal', async t => {
  const { result } = await proposed(['', '{"kind": "pl'], () => ({ kind: 'refused', refusal: 'refused' }), {
    finish: 'length',
  })
  t.deepEqual(result, { edit: null, refusals: { truncated: 3 } })
})

test('a model that proposes nothing that can be played leaves the task as it is, and nobody is asked without end', async t => {
  const { result, requests } = await proposed([], () => ({ kind: 'refused', refusal: 'unsolvable' }))
  t.deepEqual(result, { edit: null, refusals: { unreadable: 3 } })
  t.is(requests.length, 4)
  const unsolvable = await proposed(['', '{}', '{}', '{}'], () => ({ kind: 'refused', refusal: 'unsolvable' }))
  t.deepEqual(unsolvable.result.refusals, { unsolvable: 3 })
})

test('where nobody said anything there is nothing to sum up', async t => {
  const { requests } = await proposed(['{}'], () => ({ kind: 'edit', edit }), {
    adapt: { ...asked, critic: { complaint: null, condemned: 0, text: '' } },
  })
  t.is(requests.length, 1)
})
