/** A world on a server of OpenEnv, whatever it is written in. See README.md. */
import type { World } from '../../src/contracts/worlds/world.ts'
import { openEnvSettings, type OpenEnvOptions } from './tasks/options.ts'
import { createPlaces } from './play/places.ts'
import { beginEpisode } from './play/episode.ts'
import { learntForm } from './play/form.ts'
import { openEnvPrompts } from './prompts.ts'
import { describeReset, generateOpenEnvTask, parseOpenEnvTask, type OpenEnvTask } from './tasks/task.ts'

/**
 * A world like any other, but asynchronous, and without labels, edits or an expert: methods that need them refuse it.
 *
 * @throws {RangeError} if an option is unknown or out of range, or no server is named.
 */
export function openEnvWorld(options: OpenEnvOptions = {}): World<OpenEnvTask> {
  const settings = openEnvSettings(options)
  const { url, splits, steps, deterministic, connections, instructions } = settings
  if (url === null)
    throw new RangeError(
      'url must be the address of a server of OpenEnv, got none: --set environment.options.url=http://127.0.0.1:8000',
    )
  const places = createPlaces(connections)
  const form = learntForm(url, settings)
  return {
    name: 'openenv',
    deterministic,
    generate: (split, random) => generateOpenEnvTask(splits, split, random),
    parseTask: parseOpenEnvTask,
    describe: describeReset,
    stepLimit: () => steps,
    open: async (task, { signal }) => beginEpisode({ url, settings, places, form: await form(), task, signal }),
    prompts: openEnvPrompts(instructions),
  }
}

export default openEnvWorld
export { optionsSchema } from './tasks/options.ts'
export type { OpenEnvOptions, OpenEnvTask }
export type { ServerSplit } from './tasks/server-split.ts'
