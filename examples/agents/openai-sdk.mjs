import OpenAI from 'openai'
import { goTo, take, task } from './household.mjs'

const client = new OpenAI({ baseURL: process.env.GATEWAY_URL, apiKey: process.env.GATEWAY_KEY })
const run = { go_to: goTo, take }
const properties = { go_to: ['place'], take: ['object', 'from'] }
const tools = Object.entries(properties).map(([name, names]) => ({
  type: 'function',
  function: {
    name,
    parameters: { type: 'object', properties: Object.fromEntries(names.map(each => [each, { type: 'string' }])) },
  },
}))
const messages = [{ role: 'user', content: task }]
for (let step = 0; step < 3; step += 1) {
  const { choices } = await client.chat.completions.create({ model: 'policy', messages, tools })
  const { message } = choices[0]
  messages.push(message)
  for (const { id, function: call } of message.tool_calls ?? [])
    messages.push({ role: 'tool', tool_call_id: id, content: run[call.name](JSON.parse(call.arguments)) })
  if (!message.tool_calls) break
}
console.log(messages.filter(({ role }) => role === 'assistant').length)
