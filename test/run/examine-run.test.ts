/** The services and servers of a configuration, tried without a run. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import type { RunConfig } from '../../src/config/config.ts'
import { examineRun, type RunFinding } from '../../src/run/examine-run.ts'
import { household } from '../../environments/household/index.ts'
import { listening } from '../fixtures/http/listening.ts'
import { servedModels } from '../fixtures/http/served-models.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { tinyConfig, tinyStarters } from './tiny-run.ts'

async function chatServer(t: ExecutionContext, answer: string): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const choices = [{ message: { content: answer }, finish_reason: 'stop' }]
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(request.url === '/v1/models' ? { data: [{ id: 'rewardModel' }] } : { choices }))
    })
  })
  return listening(t, server)
}

async function closedServer(): Promise<string> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = addressOf(server)
  await new Promise(resolve => server.close(resolve))
  return address
}

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function findings(config: RunConfig): Promise<readonly string[]> {
  const found: RunFinding[] = []
  for await (const finding of examineRun({ config, seconds: 0.01 })) found.push(finding)
  return found.map(({ model, what, outcome }) => `${model} ${what} ${outcome}`)
}

test('a service is tried once for models that start alike, and held to the normalisation of the settings', async t => {
  const { policy } = await tinyStarters(await temporaryFolder(t))
  const { url } = await servedModels(t, { models: { base: policy ?? '' }, key: null })
  const tinker = { url, rank: 8, normalisation: 'sum' } as never
  const config = tinyConfig({ policy, rewardModel: policy }, { engine: { kind: 'tinker', tinker } })
  const works = ['reachable', 'model', 'log-probabilities', 'samples', 'losses', 'speed'].map(
    what => `policy ${what} works`,
  )
  t.deepEqual(await findings(config), works)
  const other = { ...config.engine, tinker: { ...config.engine.tinker, normalisation: 'datum-mean' as const } }
  t.deepEqual(
    (await findings({ ...config, engine: other })).filter(finding => finding.endsWith('wrong')),
    ['policy normalisation wrong'],
  )
})

test('a server is asked for its model and for an answer in the form of a schema', async t => {
  const starters = await tinyStarters(await temporaryFolder(t), household().language)
  const at = async (answer: string, model = 'rewardModel'): Promise<readonly string[]> => {
    const service = { url: await chatServer(t, answer), model, deadlineSeconds: 5 } as never
    const environment = { name: 'household' }
    return findings(tinyConfig(starters, { environment, rewardModel: { train: false, maxTokens: 100, service } }))
  }
  t.deepEqual(await at('{"score": 1}'), ['reward-model reachable works', 'reward-model answers works'])
  t.deepEqual(await at('I think so.'), ['reward-model reachable works', 'reward-model answers wrong'])
  t.deepEqual(await at('', 'another'), ['reward-model reachable refused'])
})

test('a server that is not there is not waited for', async t => {
  const starters = await tinyStarters(await temporaryFolder(t), household().language)
  const service = { url: await closedServer(), model: 'rewardModel', deadlineSeconds: 300 } as never
  const environment = { name: 'household' }
  const config = tinyConfig(starters, { environment, rewardModel: { train: false, maxTokens: 100, service } })
  t.deepEqual(await findings(config), ['reward-model reachable refused'])
})

test('where all is computed here there is nothing to reach', async t => {
  const config = tinyConfig(await tinyStarters(await temporaryFolder(t)))
  t.deepEqual(await findings(config), ['policy engine works'])
})
