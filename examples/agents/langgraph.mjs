import { ChatOpenAI } from '@langchain/openai'
import { createAgent, tool } from 'langchain'
import { z } from 'zod'
import { goTo, take, task } from './household.mjs'

const { GATEWAY_URL: baseURL, GATEWAY_KEY: apiKey } = process.env
const text = z.string()
const agent = createAgent({
  model: new ChatOpenAI({ model: 'policy', apiKey, configuration: { baseURL } }),
  tools: [
    tool(goTo, { name: 'go_to', description: 'Goes to a place.', schema: z.object({ place: text }) }),
    tool(take, { name: 'take', description: 'Takes a thing.', schema: z.object({ object: text, from: text }) }),
  ],
})
let answers = 0
const options = { recursionLimit: 6, streamMode: 'updates' }
try {
  for await (const update of await agent.stream({ messages: [{ role: 'user', content: task }] }, options))
    answers += 'model_request' in update || 'agent' in update ? 1 : 0
} catch (error) {
  if (error.name !== 'GraphRecursionError') throw error
}
console.log(answers)
