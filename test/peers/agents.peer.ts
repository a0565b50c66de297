/** Agents of others' frameworks, through a gateway to the household's starter: each goes on, and the same tokens are kept of all. */
import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { readJournal, type TurnLine } from '../../src/gateway/journal.ts'
import { createGateway } from '../../src/gateway/server/create-gateway.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const folder = process.env['RLANYTHING_AGENTS']
const prepared = folder === undefined ? test.skip : test
const title = folder === undefined ? 'SKIPPED, RLANYTHING_AGENTS names no folder: ' : ''

test.before(async () => {
  if (folder !== undefined) await cp('examples/agents', folder, { recursive: true })
})

/** A gateway, and the turns that it has with the agent of a program. */
async function stage(t: ExecutionContext) {
  const [directory, agents] = [await temporaryFolder(t), folder ?? '']
  const { url, key, close } = await createGateway({ directory, port: 0, threads: 1, temperature: 0 })
  t.teardown(close)
  let before = 0
  return async (program: string): Promise<readonly TurnLine[]> => {
    const runtime = program.endsWith('.py') ? join(agents, 'python', 'bin', 'python') : 'node'
    const env = { ...process.env, GATEWAY_URL: url, GATEWAY_KEY: key, OPENAI_API_KEY: key }
    await promisify(execFile)(runtime, [program], { cwd: agents, env })
    const turns = (await readJournal(directory)).filter(line => line.kind === 'turn')
    return turns.slice(before, (before = turns.length))
  }
}

prepared(`${title}the same agent in each framework and dialect leaves the same tokens, bit for bit`, async t => {
  const turnsOf = await stage(t)
  const kept = (turns: readonly TurnLine[]) =>
    turns.map(({ promptTokens, sampled, after }, at) => ({
      ...{ promptTokens, sampled, isContinued: after !== null && after === turns[at - 1]?.id },
    }))
  const first = await turnsOf('ai-sdk.mjs')
  t.deepEqual(
    first.map(({ after }) => after),
    [null, first[0]?.id, first[1]?.id],
  )
  t.is(first[0]?.answer.choices[0].calls[0]?.name, 'go_to')
  const dialects = new Set([first[0]?.dialect])
  for (const program of ['openai-sdk', 'openai-agents', 'anthropic-sdk', 'langgraph', 'mastra'].map(
    name => `${name}.mjs`,
  )) {
    const turns = await turnsOf(program)
    dialects.add(turns[0]?.dialect)
    t.deepEqual(kept(turns), kept(first), program)
  }
  t.is(dialects.size, 3)
  t.deepEqual(kept(await turnsOf('openai_agent.py')), kept(first))
})

prepared(`${title}an agent that rewrites what it sends back goes on in the session that it names`, async t => {
  const turns = await (await stage(t))('smolagents_agent.py')
  t.true(turns.length > 1)
  t.is(new Set(turns.map(({ session }) => session)).size, 1)
})
