/** What the reward model reads by the setting `rewardModel.view`: asked, noted and packed. */
import test from 'ava'
import fc from 'fast-check'
import observer from '../../actors/observer.ts'
import household from '../../environments/household/index.ts'
import type { Note } from '../../src/contracts/episode.ts'
import type { ObserverView } from '../../src/contracts/observer-view.ts'
import type { Failed, Sampled, SampleCall, Stepped } from '../../src/contracts/messages/run.ts'
import { packNotes } from '../../src/learning/packing/packing.ts'
import { transcriptsOf } from '../../src/learning/packing/transcripts.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { actionTokens } from '../../src/model/renderers/word-renderer.ts'
import { buildTokenizerJson } from '../../src/model/tokenizer/tokenizer-json.ts'
import { loadTokenizer } from '../../src/model/tokenizer/load-tokenizer.ts'
import { verdicts } from '../../src/reward/verdicts/verdict-text.ts'
import { observerContext } from '../../src/rollout/episode/observer-context.ts'
import { demonstrate, type Demonstration } from '../../src/warm-start/demonstrations.ts'
import { wordsRenderer } from '../../src/model/renderers/words.ts'
import { verdictExamplesOf } from '../../src/warm-start/warm-start-examples.ts'
import { nth } from '../../src/math/nth.ts'
import { exchange } from './exchange.ts'

const world = household()
const json = buildTokenizerJson(world.language, Object.values(verdicts))
const tokenizer = loadTokenizer(json)
const sampling = { model: 'm', temperature: 1, topP: 1, maxTokens: 8, key: rootKey(1) }

const episodes: fc.Arbitrary<Demonstration> = fc.nat({ max: 1000 }).map(seed => {
  const key = derive(rootKey(seed), 'rewardModel view')
  const task = world.generate('train', randomFrom(derive(key, 'task')))
  return demonstrate(world, task, randomFrom(derive(key, 'play')), { randomActionRate: 0.4, corruptedActionRate: 0.1 })
})

/** The episode as the environment tells it. */
const told = ({ opening, steps }: Demonstration, view: ObserverView): readonly Stepped[] =>
  steps.map(({ action, observation }, index) => ({
    kind: 'stepped',
    to: 'observer',
    from: 'environment/1',
    id: 'a',
    observer: 'rewardModel',
    ...observerContext(view, { opening, steps: steps.slice(0, index) }),
    action,
    observation,
    last: index === steps.length - 1,
    observing: { ...sampling, samplesPerStep: 1, protocol: 'verdicts', view },
  }))

const answer = (step: number): Sampled => {
  const tokens = actionTokens(tokenizer, 'verdict: 1')
  const sample = { tokens, logprobs: new Float32Array(tokens.length).fill(-1), finish: 'stop' as const, version: 0 }
  return { kind: 'sampled', to: 'observer', from: 'gpu', id: `rewardModel:a#${step}`, samples: [sample] }
}
const failed = (step: number): Failed => ({
  kind: 'failed',
  to: 'observer',
  from: 'gpu',
  id: `rewardModel:a#${step}`,
  failure: { kind: 'invalid', reason: 'lost' },
})

interface Voted {
  /** What the device had been given of the context when each step was asked about. */
  readonly read: readonly (readonly number[])[]
  readonly notes: readonly Note[]
  readonly releases: number
}

/** Has the episode observed, as a device that keeps what it is sent until it is released. @param lost steps whose votes do not come. */
async function voted(messages: readonly Stepped[], lost: ReadonlySet<number> = new Set()): Promise<Voted> {
  const replies = messages.map(({ step }) => (lost.has(step) ? failed(step) : answer(step)))
  const said = messages.flatMap((message, at) => [message, nth(replies, at)])
  const out = await exchange(observer({ tokenizers: { m: json } }), 'observer', said)
  const read: number[][] = []
  let context: number[] = []
  for (const message of out) {
    if (message.kind === 'release') context = []
    if (message.kind === 'sample') read.push((context = [...context, ...promptOf(message)]))
  }
  return {
    read,
    notes: out.flatMap(message => (message.kind === 'noted' ? [message.note] : [])),
    releases: out.filter(({ kind }) => kind === 'release').length,
  }
}
const promptOf = ({ request }: SampleCall): readonly number[] => [...request.tokens]

test('a reward model of steps alone reads the same of a step whatever was before the observation before it', async t => {
  await fc.assert(
    fc.asyncProperty(episodes, async episode => {
      const { read, notes, releases } = await voted(told(episode, 'step'))
      t.is(releases, episode.steps.length)
      for (const [index, step] of episode.steps.entries()) {
        const before = index === 0 ? '' : nth(episode.steps, index - 1).observation
        const texts = [episode.opening, before].flatMap(text => [...tokenizer.encode(text)])
        const after = [...actionTokens(tokenizer, step.action), ...tokenizer.encode(step.observation)]
        t.deepEqual(read[index], [...texts, tokenizer.id('<act>'), ...after])
        t.deepEqual([...nth(notes, index).context], read[index])
        t.true(nth(notes, index).alone)
      }
    }),
    { numRuns: 15 },
  )
})

test('in either view a vote is trained on after what it was sampled after, also where other votes did not come', async t => {
  const cases = fc.record({
    episode: episodes,
    view: fc.constantFrom<ObserverView>('history', 'step'),
    lost: fc.uniqueArray(fc.nat(8), { maxLength: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ episode, view, lost }) => {
      const { read, notes } = await voted(told(episode, view), new Set(lost))
      const credits = notes.map(({ kind }) =>
        kind === 'verdicts' ? [{ advantage: 1, weight: 1, isStale: false }] : ([] as const),
      )
      const transcripts = transcriptsOf(notes, credits)
      t.is(transcripts.length, view === 'step' ? notes.length : 1)
      const trained = transcripts.flatMap(({ notes: read, credits }) => {
        const { sequence, targets } = packNotes(read, credits)
        return targets.map(({ end }) => pathTo(sequence, end - 1))
      })
      const suffix = tokenizer.id('<vote>')
      const vote = actionTokens(tokenizer, 'verdict: 1')
      t.deepEqual(
        trained,
        read.flatMap((context, step) => (notes[step]?.kind === 'verdicts' ? [[...context, suffix, ...vote]] : [])),
      )
    }),
    { numRuns: 15 },
  )
})

test('a warm start teaches the reward model on just what it will read, in either view', async t => {
  const cases = fc.record({ episode: episodes, view: fc.constantFrom<ObserverView>('history', 'step') })
  await fc.assert(
    fc.asyncProperty(cases, async ({ episode, view }) => {
      const { read } = await voted(told(episode, view))
      const examples = verdictExamplesOf(wordsRenderer(tokenizer), episode, { view, weightOf: () => 1 })
      t.is(examples.length, view === 'step' ? episode.steps.length : 1)
      const prompts = examples.flatMap(({ sequence, spans }) =>
        spans.map(({ start }) => pathTo(sequence, start).slice(0, -1)),
      )
      t.deepEqual(
        prompts,
        read.map(context => [...context, tokenizer.id('<vote>')]),
      )
    }),
    { numRuns: 15 },
  )
})

/** The token and those before it, from the first. */
function pathTo(
  { tokens, parents }: { readonly tokens: Int32Array; readonly parents?: Int32Array },
  token: number,
): readonly number[] {
  const path: number[] = []
  for (let at = token; at >= 0; at = parents?.[at] ?? at - 1) path.unshift(nth(tokens, at))
  return path
}
