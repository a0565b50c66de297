import Anthropic from '@anthropic-ai/sdk'
import { goTo, take, task } from './household.mjs'

const client = new Anthropic({ baseURL: process.env.GATEWAY_URL.replace(/\/v1$/, ''), apiKey: process.env.GATEWAY_KEY })
const run = { go_to: goTo, take }
const tools = Object.entries({ go_to: ['place'], take: ['object', 'from'] }).map(([name, names]) => ({
  name,
  input_schema: { type: 'object', properties: Object.fromEntries(names.map(each => [each, { type: 'string' }])) },
}))
const messages = [{ role: 'user', content: task }]
for (let step = 0; step < 3; step += 1) {
  const { content } = await client.messages.stream({ model: 'policy', max_tokens: 256, messages, tools }).finalMessage()
  const calls = content.filter(({ type }) => type === 'tool_use')
  messages.push({ role: 'assistant', content })
  if (calls.length === 0) break
  const results = calls.map(({ id, name, input }) => ({ tool_use_id: id, content: run[name](input) }))
  messages.push({ role: 'user', content: results.map(result => ({ type: 'tool_result', ...result })) })
}
console.log(messages.filter(({ role }) => role === 'assistant').length)
