/** Episodes on a connection to a server of OpenEnv, and how each came out. */
import { serverFrame, type ObservedData } from '../../openenv/wire/replies.ts'
import { serverOutcome } from '../../openenv/wire/server-outcome.ts'
import { isTree } from '../../config/tree.ts'
import { parsedJson } from '../../text/parsed.ts'
import { jsonObject } from '../speech/json-object.ts'

interface EpisodeEnd {
  /** 1 if it was won, else the server's score or the sum of its rewards, in [0, 1). */
  readonly outcome: number
  /** The last thing that the server said, as text or in JSON. */
  readonly observation: string
}

interface EpisodeReader {
  /** A frame of the client. */
  readonly asked: (text: string) => void
  /** A frame of the server. @returns how the episode came out, once, at its end. */
  readonly answered: (text: string) => EpisodeEnd | null
}

export function readEpisode(): EpisodeReader {
  let rewards: number[] = []
  /** Of each frame of the client that has no answer yet, whether it was a reset: a server answers them in order. */
  const unanswered: boolean[] = []
  let isOver = false

  function observed({ observation, reward, done, metadata }: ObservedData, isReset: boolean): EpisodeEnd | null {
    if (isReset) [rewards, isOver] = [[], false]
    else rewards.push(Number(reward ?? 0))
    if (!done || isOver) return null
    isOver = true
    const ofObservation = isTree(observation['metadata']) ? observation['metadata'] : {}
    const told = { ...ofObservation, ...metadata, ...observation }
    const { score } = serverOutcome({ done, told, rewards, winningReturn: null })
    const { text } = observation
    return { outcome: score, observation: typeof text === 'string' ? text : JSON.stringify(observation) }
  }

  return {
    asked: text => void unanswered.push(jsonObject(text)?.['type'] === 'reset'),
    answered: text => {
      const isReset = unanswered.shift() ?? false
      const frame = serverFrame.safeParse(parsedJson(text))
      return frame.data?.type === 'observation' ? observed(frame.data.data, isReset) : null
    },
  }
}
