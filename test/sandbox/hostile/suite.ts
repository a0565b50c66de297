/** What is held of every hostile program, in either sandbox. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import type { Job, TestOutcome, TestResult, SandboxName } from '../../../src/contracts/worlds/job.ts'
import { FailedError } from '../../../src/runtime/errors/failed-error.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { job, outcomes, summing, test as pair } from './jobs.ts'
import { burglars } from './host.ts'
import { hoarders } from './memory.ts'
import { saboteurs } from './tampering.ts'
import { timeWasters } from './time.ts'

export const programs = [...timeWasters, ...hoarders, ...burglars, ...saboteurs]

/** Most time of a program that only waits to be stopped. */
const endlessMs = 50

/** What programs are after. */
interface Host {
  readonly secret: string
  readonly folder: string
  readonly file: string
  readonly server: Server
  connections: number
}

export interface Times {
  /** Of a program that goes on until a limit is met. */
  readonly timeMs: number
  /** Of one that may come to its end by itself: enough to get there, or it would have tried nothing. */
  readonly ownMs: number
}

export function contains(sandbox: SandboxName, { run }: Sandbox, { timeMs, ownMs }: Times): void {
  let host: Host
  test.before(async () => {
    host = await open()
  })
  test.after.always(async () => {
    host.server.close()
    await rm(host.folder, { recursive: true, force: true })
  })

  const timeOf = (endings: readonly TestOutcome[]): number => {
    if (endings.every(ending => ending === 'timeout')) return Math.min(timeMs, endlessMs)
    if (!endings.includes('timeout')) return 20 * timeMs
    return endings.includes('wrong') ? ownMs : timeMs
  }

  /** Where the sandbox refuses what a program must have, there is no verdict on the program. */
  async function verdictOn(
    asked: Job,
  ): Promise<Omit<TestResult, 'outcome'> & { readonly outcome: TestOutcome | 'none' }> {
    try {
      return (await run(asked))[0]!
    } catch (error) {
      if (error instanceof FailedError && error.failure.kind === 'invalid')
        return { outcome: 'none', output: '', stderr: error.message }
      throw error
    }
  }

  for (const hostile of programs) {
    test.serial(`${sandbox} contains one that ${hostile.name}, and goes on as if there had been none`, async t => {
      const { port } = host.server.address() as AddressInfo
      const tests = [pair(`${host.file}\n${port}\n`, 'ESCAPED')]
      const limits = { timeMs: timeOf(hostile[sandbox]), memoryMb: 32, outputBytes: 10_000 }
      const found = await verdictOn(job(sandbox, hostile.program, { tests, limits }))
      const said = JSON.stringify(found).slice(0, 300)
      t.true(
        hostile[sandbox].some(ending => ending === found.outcome || (ending === 'error' && found.outcome === 'none')),
        said,
      )
      t.false((found.output + found.stderr).includes(host.secret), said)
      t.is(await readFile(host.file, 'utf8'), host.secret)
      t.is(host.connections, 0)
      const after = { ...summing(sandbox), limits: { ...limits, timeMs: 5000 } }
      t.deepEqual(outcomes(await run(after)), ['passed', 'passed'])
    })
  }
}

/** A secret in a file and in the environment, and somebody who listens. */
async function open(): Promise<Host> {
  const secret = randomUUID()
  const folder = await mkdtemp(join(tmpdir(), 'rlanything-'))
  const file = join(folder, 'canary')
  await writeFile(file, secret)
  process.env['RLANYTHING_CANARY'] = secret
  const server = createServer(() => (host.connections += 1)).listen(0, '127.0.0.1')
  const host = { secret, folder, file, server, connections: 0 }
  await new Promise(resolve => server.once('listening', resolve))
  return host
}
