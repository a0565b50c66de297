import { createOpenAI } from '@ai-sdk/openai'
import { generateText, stepCountIs, tool } from 'ai'
import { z } from 'zod'
import { goTo, take, task } from './household.mjs'

const { GATEWAY_URL: baseURL, GATEWAY_KEY: apiKey } = process.env
const text = z.string()
const { steps } = await generateText({
  model: createOpenAI({ baseURL, apiKey })('policy'),
  tools: {
    go_to: tool({ description: 'Goes to a place.', inputSchema: z.object({ place: text }), execute: goTo }),
    take: tool({ description: 'Takes a thing.', inputSchema: z.object({ object: text, from: text }), execute: take }),
  },
  stopWhen: stepCountIs(3),
  prompt: task,
})
console.log(steps.length)
