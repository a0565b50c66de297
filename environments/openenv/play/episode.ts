/** An episode on a server: a separate connection, from reset to close. */
import type { ActResult, OpenEpisode } from '../../../src/contracts/worlds/world.ts'
import type { ObservedData, ServerFrame } from '../../../src/openenv/wire/replies.ts'
import type { OpenEnvSettings } from '../tasks/options.ts'
import type { OpenEnvTask } from '../tasks/task.ts'
import { addressesOf } from './addresses.ts'
import { connect, type Connection } from './connection.ts'
import type { TextForm } from './form.ts'
import { serverOutcome } from '../../../src/openenv/wire/server-outcome.ts'
import type { Places } from './places.ts'

interface EpisodeOptions {
  readonly url: string
  readonly settings: OpenEnvSettings
  readonly places: Places
  readonly form: TextForm
  readonly task: OpenEnvTask
  readonly signal: AbortSignal
}

/** @throws {Error} if the server cannot be reached, stays full, or cannot begin the task. */
export async function beginEpisode(options: EpisodeOptions): Promise<OpenEpisode> {
  const { settings, places, form, signal } = options
  const leave = await places.take(signal)
  try {
    const { connection, opening } = await begun(options)
    const close = async (): Promise<void> => {
      await connection.close()
      leave()
    }
    return { ...played(connection, opening, form, settings), close }
  } catch (thrown) {
    leave()
    throw thrown
  }
}

/** Milliseconds to wait for a full server, at first and at most; what others hold comes free without a word. */
const [firstWaitMs, longestWaitMs] = [50, 1000]

async function begun(options: EpisodeOptions): Promise<{ connection: Connection; opening: ObservedData }> {
  const { url, settings, places, task, signal } = options
  const { socket } = addressesOf(url)
  const deadlineMs = settings.deadlineSeconds * 1000
  for (let [waitedMs, waitMs] = [0, firstWaitMs]; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    const connection = await connect({ socket, deadlineMs, signal })
    try {
      const reply = await connection.ask({ type: 'reset', data: { ...settings.reset, ...task } })
      if (reply.type === 'observation') return { connection, opening: reply.data }
      if (reply.type !== 'error' || reply.data.code !== 'CAPACITY_REACHED' || waitedMs >= deadlineMs)
        throw unexpected(url, 'reset', reply)
      if (reply.data.max_sessions !== undefined) places.limit(reply.data.max_sessions)
    } catch (thrown) {
      await connection.close()
      throw thrown
    }
    await connection.close()
    await new Promise(resolve => setTimeout(resolve, waitMs))
    waitedMs += waitMs
  }
}

function played(
  connection: Connection,
  opening: ObservedData,
  form: TextForm,
  settings: OpenEnvSettings,
): Pick<OpenEpisode, 'observation' | 'act'> {
  const rewards: number[] = []
  const nothingDone = (observation: string): ActResult => ({
    ...{ observation, won: false, lost: false, score: 0, reward: 0, label: null },
  })
  return {
    observation: form.textOf(opening.observation),
    act: async text => {
      const action = form.actionOf(text)
      if (typeof action === 'string') return nothingDone(action)
      const reply = await connection.ask({ type: 'step', data: action })
      /* The server knows no such action: like any other that does nothing. */
      if (reply.type === 'error' && reply.data.code === 'VALIDATION_ERROR') return nothingDone(wordsOf(reply.data))
      if (reply.type !== 'observation') throw unexpected('the server', 'step', reply)
      const { observation, done, metadata } = reply.data
      const reward = Number(reply.data.reward ?? 0)
      rewards.push(reward)
      const told = { ...record(observation['metadata']), ...metadata, ...observation }
      const outcome = serverOutcome({ done, told, rewards, winningReturn: settings.winningReturn })
      return { observation: form.textOf(observation), ...outcome, reward, label: null }
    },
  }
}

const record = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

/** A server's message about an action it refuses. */
function wordsOf({ message, errors }: Readonly<Record<string, unknown>>): string {
  const faults = Array.isArray(errors) ? errors.map(fault => messageOf(fault)).filter(text => text !== '') : []
  return [String(message), ...faults].join(': ')
}

const messageOf = (fault: unknown): string =>
  typeof fault === 'object' && fault !== null && 'msg' in fault && typeof fault.msg === 'string' ? fault.msg : ''

function unexpected(who: string, request: string, reply: ServerFrame): Error {
  const words = reply.type === 'error' ? `${reply.data.code}: ${reply.data.message}` : `a frame of type ${reply.type}`
  return new Error(`${who} answered ${request} with ${words}`)
}
