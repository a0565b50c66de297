/**
 * A server with the OpenAI API that computes nothing: it answers as late as a model of stated speed would, in a process of its own. Its parameters
 * are its only argument, as JSON; it sends its port to its parent.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const { firstTokenMs, tokenMs, policyTokens, voteTokens } = z
  .object({ firstTokenMs: z.number(), tokenMs: z.number(), policyTokens: z.number(), voteTokens: z.number() })
  .parse(JSON.parse(process.argv[2] ?? '{}'))

/** Four letters are a token of English, about. */
const lettersPerToken = 4
const filler = (tokens: number): string => 'so I look once more '.repeat((lettersPerToken * tokens) / 20)
const thought = `Thought: ${filler(policyTokens)}\nAction: look`
const vote = JSON.stringify({ reason: filler(voteTokens), score: 1 })

let inside = 0
let busiest = 0

const server = createServer((request, response) => {
  let letters = 0
  let isVote = false
  let several = 1
  request.on('data', (part: Buffer) => {
    letters += part.length
    isVote ||= part.includes('response_format')
    several = Math.max(several, Number(/"n":(\d+)/.exec(part.toString('latin1'))?.[1] ?? 1))
  })
  request.on('end', () => {
    if (request.url === '/v1/models') return response.end('{"data":[{"id":"simulated"}]}')
    inside += 1
    busiest = Math.max(busiest, inside)
    const written = isVote ? voteTokens : policyTokens
    const usage = { prompt_tokens: Math.round(letters / lettersPerToken), completion_tokens: several * written }
    const choice = { message: { content: isVote ? vote : thought }, finish_reason: 'stop' }
    const choices = Array.from({ length: several }, () => choice)
    return setTimeout(
      () => {
        inside -= 1
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ choices, usage }))
      },
      firstTokenMs + written * tokenMs,
    )
  })
})
server.keepAliveTimeout = 60_000
server.listen({ port: 0, host: '127.0.0.1', backlog: 8192 }, () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
)
process.on('message', () => process.send?.({ busiest }))
process.on('disconnect', () => process.exit())
