/** PyTorch in a process of its own, which times pieces of work when asked: one JSON object a line, there and back. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { reasonOf } from '../../src/contracts/failure.ts'
import type { Measure } from './in-turn.ts'

export interface Peer {
  /** Of its packages by name; `null` where one is not installed. */
  readonly versions: Readonly<Record<string, string | null>>
  /** @throws {Error} with what the peer says, if it cannot do the work or has ended. */
  readonly ask: (request: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, unknown>>>
  readonly close: () => void
}

const line = z.record(z.string(), z.unknown())
const greeting = z.record(z.string(), z.string().nullable())

export interface PeerOptions {
  /** The interpreter; that of RLANYTHING_PYTHON, else python3, if left out. */
  readonly python?: string
  /** Told why there is no peer. */
  readonly onMissing?: (reason: string) => void
}

/**
 * Starts a script of benches/peers.
 *
 * @returns `null` where there is no such Python, or it lacks a package that the script needs.
 */
export async function openPeer(
  script: string,
  threads: number,
  { python = process.env['RLANYTHING_PYTHON'] ?? 'python3', onMissing = () => {} }: PeerOptions = {},
): Promise<Peer | null> {
  const path = fileURLToPath(new URL(`../../../benches/peers/${script}`, import.meta.url))
  const child = spawn(python, ['-u', path], {
    stdio: ['pipe', 'pipe', process.env['RLANYTHING_PEER_LOG'] === undefined ? 'ignore' : 'inherit'],
    env: { ...process.env, ...bestSettings(), OMP_NUM_THREADS: String(threads), MKL_NUM_THREADS: String(threads) },
  })
  const waiting: { readonly resolve: (text: string) => void; readonly reject: (error: Error) => void }[] = []
  let ended: Error | null = null
  const end = (reason: string): void => {
    ended = new Error(`the peer ${script} ${reason}`)
    for (const { reject } of waiting.splice(0)) reject(ended)
  }
  child.on('error', error => end(`does not start: ${error.message}`))
  child.on('exit', (code, signal) => end(`has ended by ${signal ?? `code ${code ?? 'unknown'}`}`))
  child.stdin.on('error', () => {})
  createInterface({ input: child.stdout }).on('line', text => waiting.shift()?.resolve(text))
  const next = () =>
    new Promise<string>((resolve, reject) => {
      if (ended === null) waiting.push({ resolve, reject })
      else reject(ended)
    })

  const versions = await next().then(
    text => greeting.parse(JSON.parse(text)),
    (error: unknown): z.output<typeof greeting> => ({ missing: reasonOf(error) }),
  )
  if (typeof versions['missing'] === 'string') {
    onMissing(versions['missing'])
    child.stdin.end()
    return null
  }
  return {
    versions,
    ask: async request => {
      const answer = next()
      child.stdin.write(`${JSON.stringify(request)}\n`)
      const reply = line.parse(JSON.parse(await answer))
      if (typeof reply['error'] === 'string') throw new Error(`the peer ${script} says ${reply['error']}`)
      return reply
    },
    close: () => child.stdin.end(),
  }
}

const time = z
  .object({ ms: z.number().positive(), processor_ms: z.number().positive() })
  .transform(({ ms, processor_ms: processorMs }) => ({ ms, processorMs }))
const scores = z.object({ logprobs: z.array(z.array(z.number())) })

/** One call of a piece of the peer's work. */
export function measureOf(peer: Peer | null, request: Readonly<Record<string, unknown>>): Measure {
  return async seconds => time.parse(await peer?.ask({ ...request, seconds }))
}

/** Log-probabilities of all tokens but each sequence's first. */
export async function logprobsOf(
  peer: Peer,
  request: Readonly<Record<string, unknown>>,
): Promise<readonly (readonly number[])[]> {
  return scores.parse(await peer.ask({ ...request, work: 'logprobs', way: 'eager' })).logprobs
}

/** Debian's OpenBLAS takes slower kernels than the processor has, unless told. */
function bestSettings(): Readonly<Record<string, string>> {
  const wide = existsSync('/proc/cpuinfo') && readFileSync('/proc/cpuinfo', 'utf8').includes('avx512f')
  return wide ? { OPENBLAS_CORETYPE: 'SkylakeX' } : {}
}
