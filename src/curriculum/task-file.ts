import { readFile } from 'node:fs/promises'
import type { World } from '../contracts/worlds/world.ts'
import { reasonOf } from '../contracts/failure.ts'
import { withoutByteOrderMark } from '../text/without-byte-order-mark.ts'

/**
 * The first `count` tasks of a file with one JSON object a line.
 *
 * @param count `null` for all of them.
 * @throws {RangeError} naming the line that is not a task of this world or that its expert cannot solve, or the
 *   number of tasks if there are too few.
 */
export async function readTasks(file: string, count: number | null, world: World): Promise<readonly unknown[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new RangeError(`the task file ${file} cannot be read: ${reasonOf(error)}`)
  })
  const lines = withoutByteOrderMark(text)
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [{ line, number: index + 1 }]))
  if (count !== null && lines.length < count)
    throw new RangeError(`${file} must have at least ${count} tasks, one for each of tasks.slots, got ${lines.length}`)
  return lines.slice(0, count ?? lines.length).map(({ line, number }) => {
    const where = `${file}, line ${number}`
    const task = parse(where, line, world)
    if (world.editor?.valid(task) === false)
      throw new RangeError(`${where}: the expert cannot solve this task within the step limit`)
    return task
  })
}

function parse(where: string, line: string, world: World): unknown {
  try {
    return world.parseTask(JSON.parse(line))
  } catch (error) {
    const reason = reasonOf(error)
    throw new RangeError(`${where} is not a task of ${world.name}: ${reason}`, { cause: error })
  }
}
