import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { recordedObserver, type Rollout } from '../../../src/contracts/episode.ts'
import type { Sequence } from '../../../src/contracts/models/device.ts'
import { nth } from '../../../src/math/nth.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import { softVote, withSoftVotes } from '../../../src/methods/rlanything/credit/soft-votes.ts'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { wordsRenderer } from '../../../src/model/renderers/words.ts'
import { loadTokenizer } from '../../../src/model/tokenizer/load-tokenizer.ts'
import { buildTokenizerJson } from '../../../src/model/tokenizer/tokenizer-json.ts'
import { verdictProtocol } from '../../../src/reward/verdicts/prompt.ts'
import { verdicts } from '../../../src/reward/verdicts/verdict-text.ts'
import { readRunDirectory } from '../../../src/run/directory/run-directory.ts'
import { reverify } from '../../../src/reverify/reverify.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { resumeRun, trainRun } from '../../run/in-thread.ts'
import { eventsOf, played, readMetrics, remains, rewardModelOf, tinyConfig, tinyStarters } from '../../run/tiny-run.ts'

const tokenizer = loadTokenizer(buildTokenizerJson({ phrases: ['red'], silent: [' '] }, Object.values(verdicts)))
const protocol = verdictProtocol(wordsRenderer(tokenizer))
const end = tokenizer.id('<end>')
const most = 3

/** A model as a table: log-probabilities of every token after every text, drawn by a seed. */
function tinyModel(seed: number) {
  const table = new Map<string, readonly number[]>()
  const after = (path: string): readonly number[] => {
    const known = table.get(path)
    if (known !== undefined) return known
    const random = randomFrom(derive(rootKey(seed), path))
    const weights = Array.from({ length: tokenizer.size }, () => Math.exp(4 * random.uniform()))
    const sum = weights.reduce((all, weight) => all + weight, 0)
    const made = weights.map(weight => Math.log(weight / sum))
    table.set(path, made)
    return made
  }
  const logprobs = ({ tokens, parents }: Sequence): Float32Array => {
    const paths: string[] = []
    return Float32Array.from(tokens, (token, at) => {
      const before = paths[parents?.[at] ?? at - 1] ?? ''
      paths.push(`${before} ${token}`)
      return before === '' ? 0 : nth(after(before), token)
    })
  }
  return { after, logprobs: (sequences: readonly Sequence[]) => Promise.resolve(sequences.map(logprobs)) }
}

const context = Int32Array.of(tokenizer.id('red'))

/** Every answer that the model can give, with its probability. */
function answersOf({ after }: ReturnType<typeof tinyModel>) {
  const grow = (tokens: readonly number[], probability: number): { tokens: Int32Array; probability: number }[] =>
    tokens.at(-1) === end || tokens.length === most
      ? [{ tokens: Int32Array.from(tokens), probability }]
      : after([...['', ...context, ...protocol.promptSuffix], ...tokens].join(' ')).flatMap((logprob, token) =>
          grow([...tokens, token], probability * Math.exp(logprob)),
        )
  return grow([], 1)
}

const rolloutOf = (answers: readonly { readonly tokens: Int32Array }[]): Rollout => ({
  episode: { id: 'one', opening: '', steps: [], won: false, score: 0, ending: 'terminal' },
  notes: {
    [recordedObserver]: [
      protocol.noteOf(
        context,
        answers.map(({ tokens }) => ({
          tokens,
          logprobs: new Float32Array(tokens.length),
          finish: 'stop',
          version: 0,
        })),
        true,
      ),
    ],
  },
})

function verdictsIn({ notes }: Rollout) {
  const [note] = notes[recordedObserver] ?? []
  return note?.kind === 'verdicts' ? note.verdicts : []
}

test('on average a soft vote is the vote that is drawn; it is null where no verdict can be read, and the same each time', async t => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async seed => {
      const model = tinyModel(seed)
      const answers = answersOf(model)
      const rollout = rolloutOf(answers)
      const [soft, again] = await withSoftVotes(model, [rollout, rollout], 1)
      t.deepEqual(again, soft)
      const found = soft === undefined ? [] : verdictsIn(soft)
      t.is(found.length, answers.length)
      const meanOf = (of: (at: number) => number): number =>
        answers.reduce((sum, { probability }, at) => sum + probability * of(at), 0)
      const [drawn, expected] = [meanOf(at => nth(found, at).value), meanOf(at => nth(found, at).soft ?? 0)]
      t.true(Math.abs(drawn - expected) < 1e-6, `${drawn} ${expected}`)
      /* Less noise: the mean square is that of a mean given the reason. */
      t.true(meanOf(at => (nth(found, at).soft ?? 0) ** 2) < meanOf(at => nth(found, at).value ** 2))
      for (const { value, soft: own } of found) t.is(own === null, value === 0)
    }),
    { numRuns: 3 },
  )
})

test('a soft vote is in [−1, 1], of the opposite sign for the opposite answer, and at temperature 0 the verdict', t => {
  const nats = fc.double({ min: -50, max: 0, noNaN: true })
  fc.assert(
    fc.property(nats, nats, fc.double({ min: 0.05, max: 5, noNaN: true }), (one, other, temperature) => {
      const soft = softVote(1, [one, other], temperature)
      t.true(Math.abs(soft) <= 1)
      t.true(softVote(-1, [other, one], temperature) === soft)
      t.true(Math.abs(one - other) < 1e-9 || soft * (one - other) > 0)
    }),
  )
  t.is(softVote(-1, [-3, -1], 0), -1)
  /* ¾ against ¼. */
  t.true(Math.abs(softVote(1, [Math.log(0.75), Math.log(0.25)], 1) - 0.5) < 1e-12)
})

test.serial(
  'a run with soft votes trains both models, is resumed bit for bit, and verified anew is the same',
  async t => {
    const changes = { iterations: 3, rewardModel: { soft: true } }
    const { directory } = await played(t, changes)
    const metrics = await readMetrics(directory)
    t.true(metrics.some(({ models }) => (models.policy?.samples ?? 0) !== 0))
    t.true(metrics.map(rewardModelOf).some(({ samples, updates }) => samples > 0 && updates > 0))
    const rows = await (await readRunDirectory(directory)).readEpisodes(1)
    const lambda = 0.3
    for (const { verdicts: drawn, softVerdicts, won, reward } of rows) {
      t.is(softVerdicts.length, drawn.length)
      if (reward === null) continue
      const sum = softVerdicts.reduce<number>((all, soft) => all + (soft ?? 0), 0)
      t.true(Math.abs(reward - ((won ? 1 : -1) + (lambda * sum) / softVerdicts.length)) < 1e-12)
    }
    t.true(rows.some(({ softVerdicts }) => softVerdicts.some(soft => soft !== null && Math.abs(soft) < 1)))

    const folder = await temporaryFolder(t)
    const resumed = join(folder, 'run')
    const stop = new AbortController()
    const config = tinyConfig(await tinyStarters(folder), changes)
    await eventsOf(trainRun({ config, directory: resumed, signal: stop.signal }), ({ kind }) => {
      if (kind === 'iteration') stop.abort()
    })
    await eventsOf(resumeRun({ directory: resumed }))
    t.deepEqual(await remains(resumed), await remains(directory))

    const none = { formulation: null, rewardModel: null, iteration: null, warn: t.fail, signal: stop.signal }
    for (const { actions, votes } of await reverify(directory, none)) {
      t.is(actions.meanChange, 0)
      t.is(votes?.meanChange, 0)
    }
  },
)

test('soft votes are refused where they cannot be had', async t => {
  const refused = (changes: object, message: RegExp) => t.throws(() => parseRunConfig(changes), { message })
  const service = { url: 'http://localhost:1', model: 'judge' }
  refused(
    { rewardModel: { soft: true, train: false, service } },
    /rewardModel\.soft must be false where rewardModel\.service is set/,
  )
  refused(
    { rewardModel: { soft: true, topP: 0.9 } },
    /rewardModel\.topP must be 1 where rewardModel\.soft is true.* got 0\.9/,
  )
  refused(
    { rewardModel: { soft: true }, feedback: { source: 'expert' } },
    /soft must be false where feedback\.source is expert/,
  )
  const folder = await temporaryFolder(t)
  const config = tinyConfig(await tinyStarters(folder), { rewardModel: { soft: true } })
  const formulation = { name: 'quorum', stepReward: () => 0 }
  await t.throwsAsync(eventsOf(trainRun({ config, directory: join(folder, 'run'), formulation })), {
    message: /soft must be false where stepReward does not claim to take soft votes .* quorum/,
  })
})
