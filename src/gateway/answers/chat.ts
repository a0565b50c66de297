/** Answers of OpenAI's chat completions. Source: OpenAI's API reference, `POST /chat/completions`. Pure. */
import type { AgentRequest } from '../requests/agent-request.ts'
import type { AgentAnswer, AnswerChoice, TokenLogprob } from './agent-answer.ts'
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
export function chatEvents(answer: AgentAnswer, { streamsUsage }: AgentRequest): readonly string[] {
  const head = headOf(answer, 'chat.completion.chunk')
  const events = answer.choices.flatMap((choice, index) => {
    const chunk = (delta: object, more: object = {}): object => ({
      ...head,
      choices: [{ index, delta, logprobs: null, finish_reason: null, ...more }],
    })
    const text = choice.text === '' ? [] : [chunk({ content: choice.text }, { logprobs: logprobsOf(choice.logprobs) })]
    const calls = toolCalls(choice).map((call, at) => chunk({ tool_calls: [{ index: at, ...call }] }))
    const first = chunk({ role: 'assistant', content: choice.calls.length > 0 ? null : '', refusal: null })
    return [first, ...text, ...calls, chunk({}, { finish_reason: finishOf(choice) })]
  })
  const usage = streamsUsage ? [{ ...head, choices: [], usage: usageOf(answer) }] : []
  return [...events, ...usage, '[DONE]'].map(data => serverEvent(data))
}

const headOf = ({ id, createdAt, model }: AgentAnswer, object: string) => ({
  id: `chatcmpl-${id}`,
  object,
  created: createdAt,
  model,
})

const toolCalls = ({ calls }: AnswerChoice) =>
  calls.map(({ id, name, arguments: written }) => ({ id, type: 'function', function: { name, arguments: written } }))

const finishOf = ({ finish, calls }: AnswerChoice): string =>
  finish === 'stop' && calls.length > 0 ? 'tool_calls' : finish

const usageOf = ({ promptTokens, answerTokens }: AgentAnswer): object => ({
  prompt_tokens: promptTokens,
  completion_tokens: answerTokens,
  total_tokens: promptTokens + answerTokens,
})

const logprobsOf = (logprobs: readonly TokenLogprob[] | null): object | null =>
  logprobs === null ? null : { content: openAiLogprobs(logprobs), refusal: null }

/** Other tokens than the sampled ones are not known. */
export const openAiLogprobs = (logprobs: readonly TokenLogprob[]) =>
  logprobs.map(({ token, logprob }) => ({ token, logprob, bytes: [...Buffer.from(token)], top_logprobs: [] }))
