import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { plannedArms } from '../../experiment/state/kept-plan.ts'
import { isTemporary } from '../../files/atomic.ts'

/** Most runs that are watched together. */
const maxRuns = 500

/**
 * The run directories under paths: a run itself, or the runs in a folder and those of experiments, in it or the folder itself.
 *
 * @returns in the order given, those of a folder by name, those of an experiment by arm as its page has them; at most `maxRuns`.
 */
export async function findRuns(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    paths.map(async path => {
      if (await isFile(join(path, 'config.json'))) return [path]
      const runs = await runsIn(path)
      const experiments = [path, ...(await foldersIn(path)).filter(folder => !runs.includes(folder))]
      return [...runs, ...(await Promise.all(experiments.map(experimentRuns))).flat()]
    }),
  )
  return [...new Set(found.flat())].slice(0, maxRuns)
}

/** `ARM-SEED` is the name of a planned run; others come first. */
const byArm = (runs: readonly string[], arms: readonly string[]): readonly string[] => {
  const place = (run: string): number => arms.indexOf(basename(run).replace(/-\d+$/, ''))
  return runs.toSorted((one, other) => place(one) - place(other))
}

const experimentRuns = async (folder: string): Promise<readonly string[]> =>
  byArm(await runsIn(join(folder, 'runs')), await plannedArms(folder))

async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter(entry => entry.isDirectory() && !isTemporary(entry.name))
    .map(entry => join(folder, entry.name))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
}

async function runsIn(folder: string): Promise<readonly string[]> {
  const folders = await foldersIn(folder)
  const isRun = await Promise.all(folders.map(each => isFile(join(each, 'config.json'))))
  return folders.filter((_, index) => isRun[index])
}

export const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isFile(),
    () => false,
  )
