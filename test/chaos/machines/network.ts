/**
 * Network namespaces of this host, each joined to one bridge: the machines of workers. Needs root, iproute2 and nftables. Names
 * hold the process that made them, so that what an earlier one left behind is known.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

export interface Namespace {
  /** What starts a program in it, before the program's name. */
  readonly within: readonly string[]
  /** Up or down: its link to the bridge. */
  readonly setLink: (state: 'up' | 'down') => Promise<unknown>
  /** Percentage of packets that are dropped, each way. */
  readonly setLoss: (percent: number) => Promise<unknown>
}

export interface Network {
  /** Of the bridge. */
  readonly address: string
  readonly namespaces: readonly Namespace[]
  readonly remove: () => Promise<void>
}

/** @throws {Error} if the host refuses, with what it said. */
export async function createNetwork(machines: number): Promise<Network> {
  for (const owner of await ownersOfAll()) if (!existsSync(`/proc/${owner}`)) await removeOf(owner)
  const bridge = `${prefix}${process.pid}-bridge`.slice(0, longestName)
  await ip('link', 'add', bridge, 'type', 'bridge')
  await ip('address', 'add', `${addressOf(1)}/24`, 'dev', bridge)
  await ip('link', 'set', bridge, 'up')
  const namespaces: Namespace[] = []
  for (let index = 0; index < machines; index += 1) namespaces.push(await addNamespace(bridge, index))
  return { address: addressOf(1), namespaces, remove: () => removeOf(process.pid) }
}

async function addNamespace(bridge: string, index: number): Promise<Namespace> {
  const name = `${prefix}${process.pid}-${index}`
  const within = ['ip', 'netns', 'exec', name]
  const setLink = (state: 'up' | 'down'): Promise<unknown> => ip('link', 'set', name, state)
  await ip('netns', 'add', name)
  await ip('link', 'add', name, 'type', 'veth', 'peer', 'eth0', 'netns', name)
  await ip('link', 'set', name, 'master', bridge)
  await setLink('up')
  await ip('-n', name, 'address', 'add', `${addressOf(2 + index)}/24`, 'dev', 'eth0')
  for (const device of ['lo', 'eth0']) await ip('-n', name, 'link', 'set', device, 'up')
  return { within, setLink, setLoss: percent => host([...within, 'nft', losing(percent)]) }
}

/** Of the addresses for tests of networks, RFC 2544. */
const addressOf = (machine: number): string => `198.18.${process.pid % 256}.${machine}`

const prefix = 'rlc'
/** Of an interface. */
const longestName = 15

/** Rules of nftables in place of earlier ones. */
function losing(percent: number): string {
  const chain = (hook: string): string =>
    `chain ${hook} { type filter hook ${hook} priority 0; numgen random mod 100 < ${percent} drop; };`
  const rules = percent === 0 ? '' : `${chain('input')} ${chain('output')}`
  return `table inet loss; delete table inet loss; table inet loss { ${rules} };`
}

/** The processes that have namespaces or bridges here. */
async function ownersOfAll(): Promise<ReadonlySet<number>> {
  const found = `${await ip('netns', 'list')}\n${await ip('-o', 'link', 'show', 'type', 'bridge')}`
  return new Set([...found.matchAll(new RegExp(`\\b${prefix}(\\d+)-`, 'g'))].map(([, owner]) => Number(owner)))
}

async function removeOf(owner: number): Promise<void> {
  const own = new RegExp(`\\b${prefix}${owner}-\\w+`)
  for (const line of (await ip('netns', 'list')).split('\n')) {
    const [name] = own.exec(line) ?? []
    if (name === undefined) continue
    const pids = await ip('netns', 'pids', name)
    for (const pid of pids.split('\n').filter(Boolean)) killIfThere(Number(pid))
    await ip('netns', 'delete', name)
  }
  const [bridge] = own.exec(await ip('-o', 'link', 'show', 'type', 'bridge')) ?? []
  if (bridge !== undefined) await ip('link', 'delete', bridge)
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    /* It has ended meanwhile. */
  }
}

const ip = (...args: readonly string[]): Promise<string> => host(['ip', ...args])

/** @returns what the program printed. @throws {Error} with what it complained of. */
async function host([program = '', ...args]: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args)
  return stdout
}
