/** A NATS server of this machine: Debian's package `nats-server`, or the path in NATS_SERVER. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'

const program = process.env.NATS_SERVER ?? 'nats-server'

/** Why there is none; empty if there is one. */
export const noNatsServer =
  spawnSync(program, ['--version']).error === undefined
    ? ''
    : 'there is no nats-server here: apt-get install nats-server'

export interface NatsServer {
  readonly url: string
  readonly kill: () => Promise<void>
  /** Again, at the same port. */
  readonly start: () => Promise<void>
}

/** @param options of the server besides address and port. @param address of this machine. @throws {Error} if it does not start. */
export async function startNatsServer(options: readonly string[] = [], address = '127.0.0.1'): Promise<NatsServer> {
  const port = await freePort(address)
  let child: ChildProcess | null = null
  const kill = async (): Promise<void> => {
    const dying = child
    child = null
    if (dying === null) return
    const exited = new Promise(resolve => dying.once('exit', resolve))
    dying.kill('SIGKILL')
    await exited
  }
  const start = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const started = spawn(program, ['-a', address, '-p', String(port), ...options], { cwd: tmpdir() })
      child = started
      started.once('error', reject)
      started.once('exit', code => reject(new Error(`nats-server exited with code ${code}`)))
      started.stderr.on('data', (text: Buffer) => {
        if (text.includes('Server is ready')) resolve()
      })
    })
  await start()
  return { url: `nats://${address}:${port}`, kill, start }
}

const freePort = (address: string): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, address, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
