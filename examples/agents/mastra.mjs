import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { z } from 'zod'
import { goTo, take, task } from './household.mjs'

const { GATEWAY_URL: url, GATEWAY_KEY: apiKey } = process.env
const toolOf = (id, names, run) => {
  const inputSchema = z.object(Object.fromEntries(names.map(name => [name, z.string()])))
  return createTool({ id, description: id, inputSchema, execute: async ({ context }) => run(context) })
}
const agent = new Agent({
  name: 'household',
  instructions: 'Do the task.',
  model: { id: 'gateway/policy', url, apiKey },
  tools: { go_to: toolOf('go_to', ['place'], goTo), take: toolOf('take', ['object', 'from'], take) },
})
const { steps } = await agent.generate(task, { maxSteps: 3 })
console.log(steps.length)
