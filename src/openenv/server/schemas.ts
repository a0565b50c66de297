/** The server's description and the forms of its messages for clients, as JSON Schema and OpenAPI. */
import type { ServedWorld } from './served-world.ts'

const metadata = (of: string) => ({
  additionalProperties: true,
  description: `Additional metadata for the ${of}`,
  title: 'Metadata',
  type: 'object',
})

const action = {
  additionalProperties: false,
  description: 'One thing to do.',
  properties: {
    metadata: metadata('action'),
    command: {
      description: 'Any text; the world says what it does not know',
      minLength: 1,
      title: 'Command',
      type: 'string',
    },
  },
  required: ['command'],
  /* Clients that ask for tools know them by the title Action. */
  title: 'Command',
  type: 'object',
}

const state = {
  additionalProperties: true,
  properties: {
    episode_id: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null, title: 'Episode Id' },
    step_count: { default: 0, minimum: 0, title: 'Step Count', type: 'integer' },
  },
  title: 'State',
  type: 'object',
}

const observation = (isAdmissibleTold: boolean) => ({
  additionalProperties: false,
  properties: {
    done: { default: false, description: 'Whether the episode is over', title: 'Done', type: 'boolean' },
    reward: { anyOf: [{ type: 'number' }, { type: 'null' }], default: null, title: 'Reward' },
    metadata: metadata('observation'),
    text: { description: 'What the world says', title: 'Text', type: 'string' },
    ...(isAdmissibleTold
      ? {
          admissible: {
            description: 'Commands that the world would take',
            items: { type: 'string' },
            title: 'Admissible',
            type: 'array',
          },
        }
      : {}),
    agent: { description: 'Whose turn is next, in worlds of several', title: 'Agent', type: 'string' },
    won: { default: false, title: 'Won', type: 'boolean' },
  },
  required: ['text'],
  title: 'Told',
  type: 'object',
})

export function schemas({ admissible }: ServedWorld) {
  const told = observation(admissible !== null)
  return { action, observation: told, state, reset_observation: told }
}

export const metadataOf = ({ world }: ServedWorld) => ({
  name: world.name,
  description: `The world ${world.name} of rlanything: text in, text out`,
  readme_content: null,
  version: '1.0.0',
  author: null,
  documentation_url: null,
})

const operation = (summary: string) => ({ summary, responses: { 200: { description: 'OK' } } })

export const openApi = ({ world }: ServedWorld) => ({
  openapi: '3.1.0',
  info: { title: world.name, version: '1.0.0' },
  paths: {
    '/health': { get: operation('Whether the server runs') },
    '/metadata': { get: operation('What is served') },
    '/schema': { get: operation('The forms of actions, observations and states') },
    '/state': { get: operation('The state of a world that was not reset') },
    '/reset': { post: operation('The first observation of an episode') },
    '/step': { post: operation('The observation after one action in a fresh episode') },
    '/mcp': { post: operation('JSON-RPC: there are no tools') },
    '/list_environments': { get: operation('The name of the world') },
    '/{env_name}/splits': { get: operation('The splits of its tasks') },
    '/{env_name}/tasks': { post: operation('The first tasks of a split') },
    '/{env_name}/num_tasks': { post: operation('How many tasks a split has') },
    '/{env_name}/task': { post: operation('A task of a split') },
    '/{env_name}/task_range': { post: operation('Some tasks of a split') },
  },
})
