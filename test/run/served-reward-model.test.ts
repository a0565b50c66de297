/** Runs whose reward model is a model on a server, beside a policy that is trained here. */
import { createServer } from 'node:http'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { rlanythingConfig } from '../../src/methods/rlanything/settings.ts'
import { forecastRun } from '../../src/dry-run/dry-run.ts'
import { household } from '../../environments/household/index.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { resumeRun } from '../../src/run/resume.ts'
import { trainRun } from '../../src/run/train.ts'
import { deferred } from '../../src/runtime/waiting/deferred.ts'
import { listening } from '../fixtures/http/listening.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eventsOf, tinyConfig, tinyStarters } from './tiny-run.ts'

/** A server that answers every conversation by what it makes of its last message. */
async function chatServer(t: ExecutionContext, say: (message: string) => string): Promise<string> {
  const answer = (parts: readonly Buffer[]) => {
    const { messages } = JSON.parse(Buffer.concat(parts).toString()) as { messages: { content: string }[] }
    const usage = { prompt_tokens: 100, completion_tokens: 10 }
    return { choices: [{ message: { content: say(messages.at(-1)?.content ?? '') }, finish_reason: 'stop' }], usage }
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      /* Whether it is there, without a conversation. */
      if (request.method === 'HEAD') return void response.end()
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(request.url === '/v1/models' ? { data: [{ id: 'default' }] } : answer(parts)))
    })
  })
  return listening(t, server)
}

/** Good unless the last action was refused. */
const honest = (message: string): string => {
  const last = message.lastIndexOf('Observation:')
  const refused = message.slice(last).includes('Nothing happens.')
  return JSON.stringify({ reason: refused ? 'refused' : 'it did something', score: refused ? -1 : 1 })
}

async function served(t: ExecutionContext, say: (message: string) => string) {
  const folder = await temporaryFolder(t)
  const url = await chatServer(t, say)
  const starters = await tinyStarters(folder, household().language)
  const config = tinyConfig(
    { ...starters, rewardModel: null },
    {
      iterations: 2,
      environment: { name: 'household', options: { goals: ['place'], steps: 6 } },
      rewardModel: { train: false, service: { url } as never, votes: 2, maxTokens: 64 },
      adaptation: { enabled: false },
      evaluation: { every: 0, tasks: 1, probeTasks: 1 },
    },
  )
  return { config, directory: join(folder, 'run') }
}

test('a reward model on a server votes, is not trained and not saved; the run resumes', async t => {
  const { config, directory } = await served(t, honest)
  const events = await eventsOf(trainRun({ config, directory, inThread: true }))
  t.is(events.at(-1)?.kind, 'finished')
  const run = await readRunDirectory(directory)
  const metrics = await run.readMetrics()
  t.is(metrics.length, 2)
  for (const { measures, models, steps, speed } of metrics) {
    t.like(measures, { 'reward-model.malformed': 0, 'reward-model.unanimous': 1 })
    t.is(models['reward-model']?.samples ?? 0, 0)
    const [use, ...others] = speed.services ?? []
    const votes = 2 * steps
    t.is(others.length, 0)
    t.like(use, { model: 'reward-model', requests: votes, promptTokens: 100 * votes, completionTokens: 10 * votes })
  }
  const [checkpoint = ''] = (await readdir(join(directory, 'checkpoints'))).sort()
  const kept = await readdir(join(directory, 'checkpoints', checkpoint))
  t.true(kept.includes('policy') && !kept.includes('reward-model'))
  const more = await eventsOf(resumeRun({ directory, iterations: 3, inThread: true }))
  t.is(more.at(-1)?.kind, 'finished')
})

test('gold may be a model on a server: it votes beside a reward model that is trained, as often as was forecast', async t => {
  const { config, directory } = await served(t, honest)
  const starters = await tinyStarters(join(directory, '../trained'), household().language)
  const { rewardModel } = rlanythingConfig(config)
  const gold = { share: 0.5, service: rewardModel.service, maxTokens: 64 }
  const beside = { ...config, starters, rewardModel: { ...rewardModel, train: true, soft: true, service: null, gold } }
  await eventsOf(trainRun({ config: beside, directory, inThread: true }))
  const forecast = (await forecastRun({ config: beside })).models.find(({ model }) => model === 'gold-reward-model')
  t.is(forecast?.place, 'server')
  for (const { speed, models } of await (await readRunDirectory(directory)).readMetrics()) {
    t.truthy(models['reward-model'])
    const [use, ...others] = speed.services ?? []
    t.is(others.length, 0)
    t.is(use?.model, 'gold-reward-model')
    t.true(use !== undefined && use.requests > 0 && use.requests <= (forecast?.iteration.samples.most ?? 0))
  }
  t.throws(() => tinyConfig(starters, { rewardModel: { ...beside.rewardModel, gold: { ...gold, share: 0 } } }), {
    message: /rewardModel\.gold\.share must be above 0 where rewardModel\.gold\.service is set, got 0/,
  })
})

test('an adapter on a server proposes tasks: some are accepted as candidates, the others are counted', async t => {
  const { config, directory } = await served(t, message => {
    if (!message.includes('The present task:')) return honest(message)
    const present = /\{"kind":"(\w+)","thing":"(\w+)","place":"(\w+)"\}/.exec(message)
    const [thing = ''] = /how many: (\w+)/.exec(message)?.slice(1) ?? []
    return JSON.stringify({ kind: 'place', thing, place: present?.[3] ?? '' })
  })
  const { rewardModel, adaptation: usual } = rlanythingConfig(config)
  const { service } = rewardModel
  const adaptation = { ...usual, enabled: true, service, attempts: 2, low: 0.4, high: 0.6 }
  const adapting = { ...config, adaptation }
  const events = await eventsOf(trainRun({ config: adapting, directory, inThread: true }))
  t.is(events.at(-1)?.kind, 'finished')
  const lines = await (await readRunDirectory(directory)).readMetrics()
  const sum = (of: string): number =>
    lines
      .flatMap(({ measures }) => Object.entries(measures))
      .reduce((total, [id, value]) => total + (id.startsWith(`tasks.${of}`) ? (value ?? 0) : 0), 0)
  t.true(sum('outside') > 0)
  t.is(sum('failed'), 0)
  t.true(sum('proposed') + sum('refused.') >= sum('outside'))
})

test('a reward model that says nothing that can be read is malformed, never a vote of its own making', async t => {
  const { config, directory } = await served(t, () => 'Well.')
  await eventsOf(trainRun({ config: { ...config, iterations: 1 }, directory, inThread: true }))
  const [line] = await (await readRunDirectory(directory)).readMetrics()
  t.is(line?.measures['reward-model.malformed'], 1)
})

test('a server without the model, and roles that it cannot have, are refused before a run', async t => {
  const { config, directory } = await served(t, honest)
  const { rewardModel } = rlanythingConfig(config)
  const service = { ...rewardModel.service!, model: 'other' }
  const other = { ...config, rewardModel: { ...rewardModel, service } }
  await t.throwsAsync(eventsOf(trainRun({ config: other, directory, inThread: true })), {
    message: /must have the model 'other', got default/,
  })
  const frozen = { ...config, engine: { ...config.engine, kind: 'openai' as const, openai: service } }
  await t.throwsAsync(eventsOf(trainRun({ config: frozen, directory, inThread: true })), {
    message: 'engine.kind must be one that trains the policy, got openai: that is for eval alone',
  })
  t.throws(() => tinyConfig(config.starters, { rewardModel: { service } }), {
    message: /rewardModel\.train must be false where rewardModel\.service is set: a server only samples, got true/,
  })
  const changed = (changes: object) => () =>
    tinyConfig(config.starters, { rewardModel: { train: false, service: { ...service, ...changes } } })
  t.throws(changed({ api: 'llama.cpp' }), {
    message:
      /rewardModel\.service\.tokenizer must be the folder of the model's tokenizer where .*api is llama\.cpp, got null/,
  })
  t.throws(changed({ api: 'llama.cpp', tokenizer: 'x', parallelSampling: true }), {
    message: /rewardModel\.service\.parallelSampling must be false where .*api is llama\.cpp, got true/,
  })
})

test('a run that is stopped while it waits for a server ends at once', async t => {
  const asked = deferred<void>()
  const server = createServer(({ method }, response) => (method === 'HEAD' ? response.end() : asked.resolve()))
  const url = await listening(t, server)
  const { config: asking, directory } = await served(t, honest)
  const { rewardModel, ...others } = rlanythingConfig(asking)
  const config = { ...others, rewardModel: { ...rewardModel, service: { ...rewardModel.service, url } as never } }
  const stop = new AbortController()
  const run = eventsOf(trainRun({ config, directory, signal: stop.signal }))
  const reason = new Error('that will do')
  void asked.promise.then(() => stop.abort(reason))
  t.is(await t.throwsAsync(run), reason)
  await t.throwsAsync(readdir(directory), { code: 'ENOENT' })
})
