import { fork } from 'node:child_process'
import { once } from 'node:events'
import { awakeTime } from '../../runtime/waiting/awake-time.ts'
import type { DeviceOptions } from '../open-device.ts'
import { maxDifference } from './difference.ts'
import { timedVerbs, type Speed } from './load.ts'
import { trialMessage, type Trial, type TrialRequest } from './trial.ts'

interface TryOptions {
  /** Longest time for the whole trial. */
  readonly limitMs: number
  /** Aborted: the trial is broken off, and rejects. */
  readonly signal?: AbortSignal
  /** What runs in the process. */
  readonly program?: URL
}

/** Most last letters kept of a dead process's output. */
const tailLetters = 400

/**
 * Opens, compares and times an engine in a separate process: a crash or a hang there is a result.
 *
 * @throws the reason of `signal`.
 */
export async function tryEngine(
  request: TrialRequest,
  { limitMs, signal, program = new URL('./trial-process.js', import.meta.url) }: TryOptions,
): Promise<Trial> {
  signal?.throwIfAborted()
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const speeds: Speed[] = []
  let difference: number | null = null
  let refusal: string | null = null
  /** `undefined` until it is measured. */
  let runSeconds: number | null | undefined = request.part === undefined ? null : undefined
  let isLate = false
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-tailLetters)
  })
  child.on('message', message => {
    const parsed = trialMessage.parse(message)
    if (parsed.kind === 'compared') difference = parsed.difference
    if (parsed.kind === 'timed') speeds.push(parsed.speed)
    if (parsed.kind === 'ran') runSeconds = parsed.seconds
    if (parsed.kind === 'refused') refusal = parsed.reason
  })
  const late = awakeTime().schedule(() => {
    isLate = true
    child.kill('SIGKILL')
  }, limitMs)
  const breakOff = (): void => void child.kill('SIGKILL')
  signal?.addEventListener('abort', breakOff, { once: true })
  child.send(request)
  const end = await new Promise<string>(resolve => {
    /* One that has begun tells by its end why nothing could be sent to it. */
    child.on('error', error => child.pid === undefined && resolve(error.message))
    child.once('close', (code, killed) => resolve(killed === null ? `exit code ${code}` : `signal ${killed}`))
  })
  /* Its last messages and output may arrive after its end. */
  if (child.connected) await once(child, 'disconnect')
  late.unsubscribe()
  signal?.removeEventListener('abort', breakOff)
  signal?.throwIfAborted()
  return { ...verdict(), difference, speeds, runSeconds: runSeconds ?? null }

  function verdict(): Pick<Trial, 'outcome' | 'reason'> {
    const next = timedVerbs[speeds.length]
    if (refusal !== null) return { outcome: 'refused', reason: refusal }
    if (next === undefined && runSeconds !== undefined && difference !== null)
      return compared(request.engine, difference)
    const doing = difference === null ? 'opening it' : next === undefined ? 'a part of a run' : `the verb ${next}`
    if (isLate) return { outcome: 'too slow', reason: `not done within ${limitMs / 1000} s: ${doing} took too long` }
    return { outcome: 'died', reason: `its process ended (${end}) during ${doing}: ${lastLine(complaint)}` }
  }
}

function compared(engine: DeviceOptions, difference: number): Pick<Trial, 'outcome' | 'reason'> {
  if (difference <= maxDifference) return { outcome: 'works', reason: null }
  const isCuda = engine.engine === 'onnx' && engine.provider === 'cuda'
  const remedy = isCuda
    ? 'set NVIDIA_TF32_OVERRIDE=0 in the environment, without which CUDA rounds products to TF32'
    : 'update its driver or choose another'
  const found = Number.isNaN(difference) ? 'numbers that are none' : `log-probabilities ${difference} nats away`
  return {
    outcome: 'wrong',
    reason: `it gives ${found} from the plain engine's, and at most ${maxDifference} is right: ${remedy}`,
  }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''
