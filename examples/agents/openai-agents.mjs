import { Agent, OpenAIProvider, Runner, setTracingDisabled, tool } from '@openai/agents'
import { z } from 'zod'
import { goTo, take, task } from './household.mjs'

setTracingDisabled(true)
const { GATEWAY_URL: baseURL, GATEWAY_KEY: apiKey } = process.env
const text = z.string()
const agent = new Agent({
  name: 'household',
  model: 'policy',
  tools: [
    tool({ name: 'go_to', description: 'Goes to a place.', parameters: z.object({ place: text }), execute: goTo }),
    tool({ name: 'take', description: 'Takes.', parameters: z.object({ object: text, from: text }), execute: take }),
  ],
})
const runner = new Runner({ modelProvider: new OpenAIProvider({ baseURL, apiKey }) })
const ended = await runner.run(agent, task, { maxTurns: 3 }).catch(error => error)
console.log(ended.rawResponses?.length ?? ended.message)
