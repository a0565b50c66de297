/** Refusals in the form of each dialect. Source: OpenAI's and Anthropic's pages on errors. Pure. */

/** Why a request is refused where its status does not say enough. */
type FaultCode = 'context-too-long' | 'unknown-model' | 'unknown-reference' | 'unsupported-thread'

export interface Fault {
  readonly status: number
  readonly message: string
  readonly code?: FaultCode
  /** Whole seconds after which to ask again. */
  readonly retryAfterS?: number
}

const openAiCodes: Readonly<Record<FaultCode, string>> = {
  'context-too-long': 'context_length_exceeded',
  'unknown-model': 'model_not_found',
  'unknown-reference': 'previous_response_not_found',
  'unsupported-thread': 'unsupported_value',
}

export const openAiFault = ({ status, message, code }: Fault): object => ({
  error: {
    message,
    type: typeOf(status, 'server_error'),
    param: null,
    code: code === undefined ? (openAiByStatus.get(status) ?? null) : openAiCodes[code],
  },
})

const openAiByStatus = new Map([
  [401, 'invalid_api_key'],
  [429, 'rate_limit_exceeded'],
])

export const anthropicFault = ({ status, message, code }: Fault): object => ({
  type: 'error',
  error: { type: typeOf(status, 'api_error'), message, ...(code === 'unsupported-thread' ? withoutThreads : {}) },
})

/** Its runners then send the whole conversation. */
const withoutThreads = { details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] } }

const types = new Map([
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
])

const typeOf = (status: number, ofServer: string): string =>
  types.get(status) ?? (status >= 500 ? ofServer : 'invalid_request_error')
