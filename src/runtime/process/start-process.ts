/** A process for work that may crash it, or that could not be killed in a thread. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { tail } from '../thread/tail.ts'
import { statusOfProcess, type ReadStatus } from '../waiting/thread-status.ts'

export interface ProcessOptions {
  /** Compiled module that calls `serve`. */
  readonly module: URL
  /** Options of Node's for that process, besides its own permissions. */
  readonly nodeOptions?: readonly string[]
  /** Stack of its main thread, MB; left out, Node's own. A smaller hard limit of the system holds all the same. */
  readonly stackMb?: number
  /** Sent to it before all else. */
  readonly handed?: Uint8Array
}

export interface Process<In> {
  readonly send: (message: In) => void
  readonly kill: () => void
  /** Of its main thread. */
  readonly status: ReadStatus
  /** Resolves to how it ended, in words, once it has. */
  readonly ended: Promise<string>
}

/** Node has had the two names for it, and starts with none that it does not know. */
const permission = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission'

/**
 * Starts a process that may write no file, start no process and sees no variable of the environment; its zone is UTC. It ends with the
 * thread that started it, whatever it does.
 *
 * @param received called for each message from it.
 */
export function startProcess<In>(
  { module, nodeOptions = [], stackMb, handed }: ProcessOptions,
  received: (message: unknown) => void,
): Process<In> {
  const own = [permission, '--no-warnings', '--allow-fs-read=*', '--allow-worker', '--allow-addons', ...nodeOptions]
  const isWindows = process.platform === 'win32'
  const child = fork(fileURLToPath(module), {
    ...(stackMb === undefined || isWindows ? { execArgv: own } : withStack(stackMb, own)),
    /* The zone of the machine is no input of a run. */
    env: { TZ: 'UTC' },
    /* Signals of the terminal are for the parent, which may still wait for results of this process. */
    detached: !isWindows,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  const errors = tail(2000, child.stderr!)
  const ended = new Promise<string>(resolve => {
    child.on('error', error => resolve(error.message))
    child.on('close', (code, signal) => resolve(`ended by ${signal ?? `code ${code}`}${hint(errors())}`))
  })
  child.on('message', received)
  /* Sends to an exited process are dropped; `ended` reports the exit. */
  const send = (message: object): void => void child.send(message, () => {})
  if (handed !== undefined) send(handed)

  return {
    send: message => send(message as object),
    kill: () => void child.kill('SIGKILL'),
    status: () => statusOfProcess(child.pid),
    ended,
  }
}

/**
 * V8 takes no more stack than its option allows, and the system gives a process its limit at the start: a shell raises the limit, tells
 * V8 of it, and becomes Node.
 */
function withStack(stackMb: number, own: readonly string[]): { execPath: string; execArgv: string[] } {
  const kb = 1024 * stackMb
  const script =
    `ulimit -s ${kb} 2>/dev/null || ulimit -s "$(ulimit -H -s)"; s=$(ulimit -s); [ "$s" = unlimited ] && s=${kb}; ` +
    'exec "$0" --stack-size=$((s * 9 / 10)) "$@"'
  return { execPath: '/bin/sh', execArgv: ['-c', script, process.execPath, ...own] }
}

const hint = (errors: string): string => (errors.trim() === '' ? '' : `: ${errors.trim()}`)
