/** Answers of OpenAI's chat completions. Source: OpenAI's API reference, `POST /chat/completions`. Pure. */
import type { AgentRequest } from '../requests/agent-request.ts'
import type { AgentAnswer, AnswerChoice, TokenLogprob } from './agent-answer.ts'
import type { AnswerHead, AnswerStream } from './answer-stream.ts'
import { serverEvent } from './server-event.ts'

export function chatBody(answer: AgentAnswer): object {
  const choices = answer.choices.map((choice, index) => ({
    index,
    message: {
      role: 'assistant',
      content: choice.text === '' && choice.calls.length > 0 ? null : choice.text,
      refusal: null,
      ...(choice.calls.length === 0 ? {} : { tool_calls: toolCalls(choice) }),
    },
    logprobs: logprobsOf(choice.logprobs),
    finish_reason: finishOf(choice),
  }))
  return { ...headOf(answer, 'chat.completion'), choices, usage: usageOf(answer) }
}

/** The tokens used are told in an event of their own, which has no choice. */
export function chatStream(head: AnswerHead, { sampling: { count }, streamsUsage }: AgentRequest): AnswerStream {
  const event = (more: object): string => serverEvent({ ...headOf(head, 'chat.completion.chunk'), ...more })
  const chunk = (index: number, delta: object, more: object = {}): string =>
    event({ choices: [{ index, delta, logprobs: null, finish_reason: null, ...more }] })
  return {
    begin: () =>
      Array.from({ length: count }, (_, index) => chunk(index, { role: 'assistant', content: '', refusal: null })),
    piece: ({ choice, text, logprobs }) => [chunk(choice, { content: text }, { logprobs: logprobsOf(logprobs) })],
    end: answer => [
      ...answer.choices.flatMap((choice, index) => [
        ...toolCalls(choice).map((call, at) => chunk(index, { tool_calls: [{ index: at, ...call }] })),
        chunk(index, {}, { finish_reason: finishOf(choice) }),
      ]),
      ...(streamsUsage ? [event({ choices: [], usage: usageOf(answer) })] : []),
      serverEvent('[DONE]'),
    ],
  }
}

const headOf = ({ id, createdAt, model }: AnswerHead, object: string) => ({
  id: `chatcmpl-${id}`,
  object,
  created: createdAt,
  model,
})

const toolCalls = ({ calls }: AnswerChoice) =>
  calls.map(({ id, name, arguments: written }) => ({ id, type: 'function', function: { name, arguments: written } }))

function finishOf({ finish, calls }: AnswerChoice): string {
  if (finish !== 'stop') return 'length'
  return calls.length > 0 ? 'tool_calls' : 'stop'
}

const usageOf = ({ promptTokens, answerTokens }: AgentAnswer): object => ({
  prompt_tokens: promptTokens,
  completion_tokens: answerTokens,
  total_tokens: promptTokens + answerTokens,
})

const logprobsOf = (logprobs: readonly TokenLogprob[] | null): object | null =>
  logprobs === null ? null : { content: openAiLogprobs(logprobs), refusal: null }

/** Other tokens than the sampled ones are not known. */
export const openAiLogprobs = (logprobs: readonly TokenLogprob[]) =>
  logprobs.map(({ token, logprob }) => ({ token, logprob, bytes: bytesOf(token), top_logprobs: [] }))

/** A part of a sign has no text that tells its bytes. */
const bytesOf = (token: string): readonly number[] | null => (token.includes('\uFFFD') ? null : [...Buffer.from(token)])
