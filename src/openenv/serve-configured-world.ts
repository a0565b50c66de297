/** The world of a configuration on the network. */
import type { RunConfig } from '../config/config.ts'
import { environmentSource } from '../config/environment-source.ts'
import { readTasks } from '../curriculum/task-file.ts'
import { loadWorld } from '../rollout/load-world.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import { serveWorld, type ServeWorldOptions, type WorldServer } from './server/serve-world.ts'

export interface ServeConfiguredOptions extends Omit<ServeWorldOptions, 'world' | 'tasks' | 'run' | 'admissible'> {
  /** Of which the world, its options, its threads for programs and the file of tasks count. */
  readonly config: Pick<RunConfig, 'environment' | 'tasks'>
  /** Whether to list the admissible actions; left out, they are not. */
  readonly admissible?: boolean
}

/** @throws {RangeError} as `serveWorld` does, or if there is no such world. */
export async function serveConfiguredWorld(options: ServeConfiguredOptions): Promise<WorldServer> {
  const { config, admissible = false, ...rest } = options
  const world = await loadWorld(environmentSource(config.environment))
  const { file } = config.tasks
  const tasks = file === null ? null : await readTasks(file, null, world)
  const sandbox = createSandbox({ threads: config.environment.threads })
  try {
    const served = await serveWorld({ ...rest, world, tasks, admissible, run: sandbox.run })
    return {
      ...served,
      close: async () => {
        await served.close()
        await sandbox.close()
      },
    }
  } catch (thrown) {
    await sandbox.close()
    throw thrown
  }
}
