/** A frame of a WebSocket, answered. */
import { reasonOf } from '../../contracts/failure.ts'
import { checkedRequest, InvalidRequestError } from '../wire/request-issues.ts'
import type { ErrorCode } from '../wire/replies.ts'
import { actionData, frames, resetData } from '../wire/requests.ts'
import { answerRpc } from './answer-rpc.ts'
import type { WorldSession, SessionObservation } from './session.ts'

/** A reply, or `close` for a client that takes its leave. */
export type FrameAnswer = Readonly<Record<string, unknown>> | 'close'

export const errorFrame = (code: ErrorCode, message: string, rest: object = {}): FrameAnswer => ({
  type: 'error',
  data: { message, code, ...rest },
})

/** Never rejects: whatever is wrong is a reply. */
export async function answerFrame(session: WorldSession, text: string): Promise<FrameAnswer> {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch (thrown) {
    return errorFrame('INVALID_JSON', `Invalid JSON: ${reasonOf(thrown)}`)
  }
  try {
    return await answer(session, frame)
  } catch (thrown) {
    if (thrown instanceof InvalidRequestError)
      return errorFrame('VALIDATION_ERROR', 'Invalid message', { errors: thrown.issues })
    return errorFrame('EXECUTION_ERROR', reasonOf(thrown))
  }
}

async function answer(session: WorldSession, frame: unknown): Promise<FrameAnswer> {
  const type = typeof frame === 'object' && frame !== null && 'type' in frame ? frame.type : undefined
  switch (type) {
    case 'reset':
      return observation(await session.reset(checkedRequest(resetData, checkedRequest(frames.reset, frame).data)))
    case 'step':
      return observation(
        await session.step(checkedRequest(actionData, checkedRequest(frames.step, frame).data).command),
      )
    case 'state':
      checkedRequest(frames.state, frame)
      return { type: 'state', data: session.state() }
    case 'close':
      checkedRequest(frames.close, frame)
      return 'close'
    case 'mcp':
      return { type: 'mcp', data: answerRpc(checkedRequest(frames.mcp, frame).data) }
    default:
      return errorFrame(
        'UNKNOWN_TYPE',
        `Unknown message type: ${typeof type === 'string' ? type.slice(0, 100) : 'None'}`,
      )
  }
}

/** Over a WebSocket metadata that are empty are left out. */
function observation({ observation, reward, done, metadata }: SessionObservation): FrameAnswer {
  const told = Object.keys(metadata).length === 0 ? {} : { metadata }
  return { type: 'observation', data: { observation, reward, done, ...told } }
}
