/** Sessions that are played on a server of OpenEnv, whose episodes say how they came out. */
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { WebSocket } from 'ws'
import { readEpisode } from '../../../src/gateway/episodes/read-episode.ts'
import { readJournal } from '../../../src/gateway/journal.ts'
import { createGateway } from '../../../src/gateway/server/create-gateway.ts'
import { nobodysUrl } from '../../fixtures/http/virtual-service.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { serveCorridor } from '../../openenv/corridor.ts'
import { open } from '../../openenv/socket.ts'

const reset = { type: 'reset', data: {} }
const step = (command: string) => ({ type: 'step', data: { command } })
const observation = (reward: number | null, done: boolean, more: object = {}) =>
  JSON.stringify({ type: 'observation', data: { observation: { text: 'seen', ...more }, reward, done } })

test('an episode comes out once, at its end, by the rewards since its reset', t => {
  const steps = fc.array(fc.constantFrom(-0.25, 0, 0.25), { maxLength: 6 })
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 4 }), fc.constantFrom<0 | 1>(0, 1), (episodes, prize) => {
      const { asked, answered } = readEpisode()
      for (const rewards of episodes) {
        asked(JSON.stringify(reset))
        t.is(answered(observation(0, false)), null)
        for (const reward of rewards) t.is(answered(observation(reward, false)), null)
        const sum = rewards.reduce<number>((total, reward) => total + reward, prize)
        const won = prize === 1 && rewards.every(reward => reward <= 0)
        const { outcome = NaN } = answered(observation(prize, true)) ?? {}
        t.is(outcome, won ? 1 : Math.min(Math.max(sum, 0), 1 - Number.EPSILON))
        t.is(answered(observation(1, true)), null)
      }
    }),
  )
})

test('what the server says of success counts, and frames that are none are passed over', t => {
  const { asked, answered } = readEpisode()
  for (const text of ['no JSON', '[]', '{"type":"error","data":{"message":"full"}}', '{"type":"state","data":{}}']) {
    asked(text)
    t.is(answered(text), null)
  }
  asked(JSON.stringify(reset))
  t.is(answered(observation(null, false)), null)
  t.deepEqual(answered(observation(0.5, true, { won: true })), { outcome: 1, observation: 'seen' })
  asked(JSON.stringify(reset))
  t.is(answered(observation(null, false)), null)
  t.is(answered(observation(1, true, { won: false, score: 0.25 }))?.outcome, 0.25)
})

test('frames that are sent before the last one is answered are answered in their order', t => {
  const { asked, answered } = readEpisode()
  for (const frame of [reset, step('right'), reset, step('left'), { type: 'state' }, reset])
    asked(JSON.stringify(frame))
  t.is(answered(observation(null, false)), null)
  t.is(answered(observation(1, true))?.outcome, 1)
  t.is(answered('{"type":"error","data":{"message":"busy","code":"EXECUTION_ERROR"}}'), null)
  t.is(answered(observation(1, true)), null, 'it is over still')
  t.is(answered('{"type":"state","data":{}}'), null)
  t.is(answered(observation(null, false)), null)
  t.is(answered(observation(1, true))?.outcome, 1)
})

async function stage(t: ExecutionContext, openenv: string, openenvKey?: string) {
  const directory = await temporaryFolder(t)
  const { url, key, close } = await createGateway({ directory, port: 0, threads: 1, openenv, openenvKey })
  t.teardown(close)
  const base = url.replace(/\/v1$/, '/openenv')
  const say = async (session: string): Promise<void> => {
    const headers = {
      'x-api-key': key,
      'x-session-id': session,
      'content-type': 'application/json',
      connection: 'close',
    }
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'You are at 0. Goal 2.' }], max_tokens: 2 })
    t.is((await fetch(`${url}/chat/completions`, { method: 'POST', headers, body })).status, 200)
  }
  const outcomes = async () => {
    const lines = await readJournal(directory)
    const names = new Map(lines.flatMap(line => (line.kind === 'turn' ? [[line.session, line.name]] : [])))
    return lines.flatMap(line =>
      line.kind === 'outcome' ? [[names.get(line.session), line.outcome, line.observation, line.by]] : [],
    )
  }
  const play = (session: string) => open(t, base, '/ws', { authorization: `Bearer ${key}`, 'x-session-id': session })
  return { base, key, say, outcomes, play }
}

test('episodes that are played through the gateway end their sessions, and all else is as without it', async t => {
  const server = await serveCorridor(t)
  const { say, outcomes, play } = await stage(t, server.url)
  await say('one')
  await say('two')
  const direct = await open(t, server.url)
  const [one, two, silent] = [await play('one'), await play('two'), await play('nobody')]
  for (const frame of [reset, step('right'), 'no JSON', step('')]) {
    const answer = await direct.ask(frame)
    for (const { ask } of [one, silent]) t.deepEqual(await ask(frame), answer)
  }
  t.deepEqual(await one.ask(reset), await direct.ask(reset))
  for (const command of ['right', 'right']) t.deepEqual(await one.ask(step(command)), await direct.ask(step(command)))
  t.deepEqual(await outcomes(), [['one', 1, 'You are at 2. Goal 2.', 'environment']])
  await two.ask(reset)
  for (const command of ['left', 'left', 'left', 'left', 'left']) await two.ask(step(command))
  for (const frame of [reset, step('right'), step('right')]) await silent.ask(frame)
  t.deepEqual((await outcomes()).slice(1), [['two', 0, 'You are at -5. Goal 2.', 'environment']])
  one.socket.close(1000)
  t.is(await one.closed, 1000)
  two.socket.send('{"type":"close"}')
  t.is(await two.closed, 1000)
})

test('a server that needs a key is sent its own, not the gateway’s', async t => {
  const { url } = await serveCorridor(t, { key: 'of the server' })
  const { play } = await stage(t, url, 'of the server')
  const { ask } = await play('one')
  t.like(await ask(reset), { type: 'observation' })
  const other = await stage(t, url, 'another')
  t.is(await (await other.play('one')).closed, 1011)
})

test('a server that is not there is told at once; a request without a session, with a wrong key, or for another path is refused', async t => {
  const gone = nobodysUrl.replace('http', 'ws')
  const warned = new Promise<Error>(resolve => {
    process.on('warning', warning => warning.message.includes(gone) && resolve(warning))
  })
  const { base, key } = await stage(t, gone)
  t.is(
    (await warned).message,
    `the OpenEnv server ${gone} cannot be reached (ECONNREFUSED): until it can, no episode is played on it`,
  )
  const refusalOf = (path: string, headers: Record<string, string>) =>
    new Promise<number | undefined>(resolve => {
      const socket = new WebSocket(`${base.replace('http', 'ws')}${path}`, { headers })
      socket.on('unexpected-response', (_, response) => {
        resolve(response.statusCode)
        socket.terminate()
      })
      socket.on('error', () => {})
    })
  t.is(await refusalOf('/ws', { 'x-api-key': key }), 400)
  t.is(await refusalOf('/ws', { 'x-api-key': 'other', 'x-session-id': 'one' }), 401)
  t.is(await refusalOf('/mcp', { 'x-api-key': key, 'x-session-id': 'one' }), 404)
  const { closed } = await open(t, base, '/ws', { 'x-api-key': key, 'x-session-id': 'one' })
  t.is(await closed, 1011)
  await t.throwsAsync(stage(t, 'corridor'), { message: /openenv must be an address like .*, got corridor/ })
})
