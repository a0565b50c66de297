/** The tasks of a world by split and index, as OpenEnv 0.10 lists them. A client begins one by `reset(split, index)`. */
import { jsonAnswer, type HttpAnswer } from '../../network/answer.ts'
import type { ServedSplit, ServedWorld } from './served-world.ts'
import { checkedRequest } from '../wire/request-issues.ts'
import { rangeBody, splitBody, taskBody } from '../wire/requests.ts'

/** Most tasks in one answer. */
const maxTasks = 100

/** @returns `null` where the path is none of these. @throws {InvalidRequestError} if the body is not as it must be. */
export function answerTaskRoute(
  served: ServedWorld,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: unknown },
): HttpAnswer | null {
  const [, name = '', route = ''] = /^\/([^/]+)\/(splits|tasks|num_tasks|task|task_range)$/.exec(path) ?? []
  if (route === '') return null
  if (method !== (route === 'splits' ? 'GET' : 'POST')) return jsonAnswer({ detail: 'Method Not Allowed' }, 405)
  if (name.toLowerCase() !== served.world.name.toLowerCase())
    return jsonAnswer({ detail: `unknown environment '${name.slice(0, 100)}'` }, 404)
  if (route === 'splits') return jsonAnswer(served.splits.map(({ name, type }) => ({ name, type })))
  const named = checkedRequest(splitBody, body, ['body'])
  const split = served.splits.find(each => each.name === named.split)
  if (split === undefined) return jsonAnswer({ detail: `unknown split '${named.split.slice(0, 100)}'` }, 400)
  switch (route) {
    case 'num_tasks':
      return jsonAnswer({ num_tasks: split.count })
    case 'task': {
      const { index } = checkedRequest(taskBody, body, ['body'])
      if (index < 0 || index >= split.count) return jsonAnswer({ detail: 'Invalid task index' }, 400)
      return jsonAnswer({ task: taskOf(served, split, index) })
    }
    case 'task_range': {
      const { start, stop } = checkedRequest(rangeBody, body, ['body'])
      return jsonAnswer({ tasks: tasksOf(served, split, start ?? 0, stop ?? split.count) })
    }
    default:
      return jsonAnswer({ tasks: tasksOf(served, split, 0, split.count), env_name: served.world.name })
  }
}

function tasksOf(served: ServedWorld, split: ServedSplit, start: number, stop: number): readonly unknown[] {
  const first = Math.min(Math.max(start, 0), split.count)
  const count = Math.min(Math.max(Math.min(stop, split.count) - first, 0), maxTasks)
  return Array.from({ length: count }, (_, place) => taskOf(served, split, first + place))
}

const taskOf = (served: ServedWorld, { name }: ServedSplit, index: number) => ({
  id: `${name}-${index}`,
  split: name,
  index,
  goal: served.world.describe(served.task(name, index)),
})
