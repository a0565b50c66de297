import test from 'ava'
import fc from 'fast-check'
import type { HistoryItem } from '../../../src/gateway/history/item.ts'
import { chatSpeech } from '../../../src/gateway/speech/chat.ts'
import { wordsSpeech } from '../../../src/gateway/speech/words.ts'
import { chosenHint, hindsightsOf, hintedPrompt } from '../../../src/gateway/training/hindsight.ts'
import { turnRewardModel } from '../../../src/gateway/training/turn-reward-model.ts'
import { turnReading } from '../../../src/gateway/training/reading.ts'
import { createTurnStream } from '../../../src/gateway/training/stream/turn-stream.ts'
import { rootKey } from '../../../src/math/random.ts'
import { opd } from '../../../src/methods/opd/method.ts'
import { loadRenderers } from '../../../src/model/renderers/load-renderers.ts'
import { householdPrompts } from '../../../environments/household/prompts.ts'
import { chatJson, chatTokenizer, templateOf } from '../../fixtures/chat.ts'
import { words } from '../server/scripted.ts'
import { verdictsOf } from './kept-trainer.ts'
import { turnLine } from '../turn-line.ts'

const said = fc.stringMatching(/^[A-Za-z][a-z0-9 .,:<|>\n]{0,30}[a-z.]$/)
const conversation = fc.tuple(said, fc.array(fc.tuple(said, said), { maxLength: 3 })).map(([first, turns]) => [
  { kind: 'user' as const, text: first },
  ...turns.flatMap(([answer, next]): readonly HistoryItem[] => [
    { kind: 'assistant', text: answer },
    { kind: 'user', text: next },
  ]),
])
const prompt = { system: 'Find it.', tools: [] }

for (const [name, speech] of [
  ['words', wordsSpeech(words)],
  ['a chat template', chatSpeech(chatTokenizer, templateOf('chatml'))],
] as const)
  test(`the teacher's prompt is the prompt as it would have been with the hint: ${name}`, t => {
    fc.assert(
      fc.property(conversation, said, (items, hint) => {
        const [asked] = items.slice(-1)
        if (asked?.kind !== 'user') return
        const told = [...items.slice(0, -1), { ...asked, text: `${asked.text}\n\nHint: ${hint}` }]
        const found = hintedPrompt(speech, speech.opening(prompt, items), asked, hint)
        t.deepEqual([...(found ?? [])], [...speech.opening(prompt, told)])
      }),
      { numRuns: 50 },
    )
  })

/** A template that refuses what a call gave, without a message of this role. */
const wanting = (role: string) => {
  const { source, ...chatml } = templateOf('chatml')
  const missing = `messages[-1]['role'] == 'tool' and messages | selectattr('role', 'equalto', '${role}') | list | length == 0`
  return { ...chatml, source: `{% if ${missing} %}{{ raise_exception('No ${role}') }}{% endif %}${source}` }
}

for (const [name, speech, isTold] of [
  ['words', wordsSpeech(words), true],
  ['a chat template', chatSpeech(chatTokenizer, templateOf('chatml')), true],
  ['a template that wants a user', chatSpeech(chatTokenizer, wanting('user')), true],
  ['a template that wants an answer, too', chatSpeech(chatTokenizer, wanting('assistant')), false],
] as const)
  test(`a hint follows what a call gave, if the model can be told that: ${name}`, t => {
    const opened = (text: string): Int32Array =>
      speech.opening(prompt, [
        { kind: 'user', text: 'Find it.' },
        { kind: 'call', id: 'call_1', name: 'look', arguments: '{}' },
        { kind: 'result', id: 'call_1', text },
      ])
    const asked = { kind: 'result', id: 'call_1', text: 'A drawer.' } as const
    const found = hintedPrompt(speech, opened('A drawer.'), asked, 'Open it.')
    t.deepEqual(found, isTold ? opened('A drawer.\n\nHint: Open it.') : null)
  })

test('a prompt that ends otherwise, or with a picture, has no hint', t => {
  const speech = wordsSpeech(words)
  const asked = { kind: 'user', text: 'look' } as const
  const opened = speech.opening(prompt, [asked])
  t.is(hintedPrompt(speech, opened.slice(0, -1), asked, 'look'), null)
  t.is(hintedPrompt(speech, opened, { kind: 'image', url: 'data:' }, 'look'), null)
})

test('the longest hint of which the reward model is sure is taken', t => {
  const [sure, unsure] = verdictsOf(1, -1)
  const hint = (given: typeof sure, reason: string) => ({ ...(given ?? t.fail()), reason })
  const both = [hint(sure, 'open the drawer'), hint(sure, 'short'), hint(unsure, 'go away from the drawer')]
  t.is(chosenHint(both), 'open the drawer')
  t.is(chosenHint(both.slice(1)), null)
})

const renderer = loadRenderers({
  tokenizers: { rewardModel: chatJson },
  chats: { rewardModel: templateOf('chatml') },
  prompts: householdPrompts('move'),
})('rewardModel')
const reading = turnReading(renderer, tokens => chatTokenizer.decode(tokens))

/** A reward model that writes this, and what it was asked. */
function writing(written: string) {
  const asked: string[] = []
  const model = {
    sample: async ({ tokens, count = 1 }: { readonly tokens: Int32Array; readonly count?: number }) => {
      asked.push(chatTokenizer.decode(tokens))
      const answer = Int32Array.from(chatTokenizer.encode(written))
      const sample = { tokens: answer, logprobs: new Float32Array(answer.length), finish: 'stop', version: 0 } as const
      return Array.from({ length: count }, () => sample)
    },
  }
  const learner = opd.begin({})
  return { asked, learner, rewardModel: turnRewardModel({ model, renderer, reading, learner, key: rootKey(1) }) }
}

const completed = () => {
  const stream = createTurnStream(opd.begin({}), 10)
  for (const at of [0, 1]) stream.read(turnLine('a', at))
  return stream.withoutVerdicts(1)
}

test('a reward model that reads prose is asked for a hint, with the turn and what happened next', async t => {
  const { asked, rewardModel } = writing('{"reason": "Open the drawer first.", "score": 1}')
  const [turn] = completed()
  const given = await rewardModel(turn ?? t.fail())
  t.is(given.fault, null)
  t.deepEqual(given.verdicts, [])
  t.deepEqual(
    given.hints.map(({ verdict, reason }) => [verdict, reason]),
    Array.from({ length: 3 }, () => [1, 'Open the drawer first.']),
  )
  t.is(asked.length, 1)
  t.regex(asked[0] ?? '', /User or tool: look\n\nAssistant: .*\n\nWhat happened next: look/s)
})

test('answers are rated after the hint and without it, by the same weights; a person’s reason is a hint', async t => {
  const speech = chatSpeech(chatTokenizer, templateOf('chatml'))
  const [turn] = completed()
  const asked = { kind: 'user', text: 'look' } as const
  const prompted = { ...(turn ?? t.fail()), asked, prompt: [...speech.opening(prompt, [asked])], answer: [7, 8] }
  const hints = verdictsOf(1).map(each => ({ ...each, reason: 'Open the drawer first.' }))
  const read: string[] = []
  const model = {
    traits: { contextTokens: 1000, reproducible: true, durable: false, branches: true, clips: true, entropy: true },
    logprobs: async (sequences: readonly { readonly tokens: Int32Array }[]) =>
      sequences.map(({ tokens }, index) => {
        read.push(chatTokenizer.decode(tokens.slice(0, -2)))
        return Float32Array.from(tokens, (_, at) => -at - index / 2)
      }),
  }
  const hinted = { ...prompted, feedback: { verdicts: [], hints, fault: null } }
  const said = { ...prompted, feedback: null }
  const human = new Map([[said, { verdict: -1, reason: 'Close the drawer again.', at: 0 } as const]])
  const found = await hindsightsOf(model, speech, [hinted, said, { ...said }], human)
  t.is(found.size, 2)
  t.is(found.get(hinted)?.unhinted.length, 2)
  t.regex(read[0] ?? '', /look\n\nHint: Open the drawer first\./)
  t.notRegex(read[1] ?? '', /Hint/)
  t.regex(read[2] ?? '', /look\n\nHint: Close the drawer again\./)
})
