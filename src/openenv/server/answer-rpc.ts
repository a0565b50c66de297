/** JSON-RPC of the Model Context Protocol: our worlds are acted in by commands, and offer no tools. */
import { rpcRequest } from '../wire/requests.ts'

type RpcAnswer = Readonly<Record<string, unknown>>

const known = ['tools/list', 'tools/call', 'openenv/session/create', 'openenv/session/close']

const refused = (code: number, message: string, id: string | number | null = null): RpcAnswer => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, data: null },
})

export function answerRpc(value: unknown): RpcAnswer {
  const request = rpcRequest.safeParse(value)
  if (!request.success) return refused(-32600, 'Invalid request: it must have jsonrpc "2.0" and a method')
  const { method, id = null } = request.data
  return known.includes(method)
    ? refused(-32603, 'Environment does not support MCP', id)
    : refused(-32601, `Method not found: ${method.slice(0, 100)}`, id)
}

/** The same of a text, which may be no JSON. */
export function answerRpcText(text: string): RpcAnswer {
  try {
    return answerRpc(JSON.parse(text))
  } catch {
    return refused(-32700, 'Parse error')
  }
}
