/** A plan from a file, in which paths are relative to that file. */
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ConfigError } from '../../config/config-error.ts'
import { isTree, type Tree } from '../../config/tree.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { parseExperimentPlan, type ExperimentPlan } from './experiment-plan.ts'
import { withoutByteOrderMark } from '../../text/without-byte-order-mark.ts'

/**
 * The plan of a JSON file, with every path in it absolute.
 *
 * @throws {ConfigError} naming the file, if it cannot be read, is not JSON, or is no plan.
 */
export async function readPlan(file: string): Promise<ExperimentPlan> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ConfigError(`cannot read the plan ${file}: ${reasonOf(error)}`, { cause: error })
  })
  return located(parsed(file, text), dirname(resolve(file)))
}

function parsed(file: string, text: string): ExperimentPlan {
  let value: unknown
  try {
    value = JSON.parse(withoutByteOrderMark(text))
  } catch (error) {
    throw new ConfigError(`the plan ${file} is not JSON: ${reasonOf(error)}`, { cause: error })
  }
  try {
    return parseExperimentPlan(value)
  } catch (error) {
    throw new ConfigError(`${file}: ${reasonOf(error)}`, { cause: error })
  }
}

function located(plan: ExperimentPlan, folder: string): ExperimentPlan {
  const place = (settings: Tree): Tree => settingsLocated(settings, folder)
  const arms = Object.entries(plan.arms).map(([name, arm]) => [name, { ...arm, settings: place(arm.settings) }])
  return {
    ...plan,
    world: nameOrPath(plan.world, folder),
    settings: place(plan.settings),
    starters: changedAt(plan.starters, ['*', 'base'], text => resolve(folder, text)) as ExperimentPlan['starters'],
    arms: Object.fromEntries(arms) as ExperimentPlan['arms'],
  }
}

/** Settings that are a name or a path: one with a slash or a dot is a path. */
const namesOrPaths = [['method'], ['feedback', 'formulation']]

/** Settings that are paths; `*` is any key. */
const paths = [
  ['starters', '*'],
  ['tasks', 'file'],
  ['*', 'objective', 'module'],
  ['*', '*', 'tokenizer'],
  ['*', '*', 'service', 'tokenizer'],
  ['methodOptions', 'offline', 'data'],
  ['methodOptions', 'clip'],
]

function settingsLocated(settings: Tree, folder: string): Tree {
  const named = namesOrPaths.reduce((tree, path) => changedAt(tree, path, text => nameOrPath(text, folder)), settings)
  return paths.reduce((tree, path) => changedAt(tree, path, text => resolve(folder, text)), named)
}

const nameOrPath = (text: string, folder: string): string => (/[./\\]/.test(text) ? resolve(folder, text) : text)

/** A copy of `tree` with the texts at `path` changed, where `*` is any key; the same tree if it has none. */
function changedAt(tree: Tree, [key = '', ...rest]: readonly string[], change: (text: string) => string): Tree {
  if (key === '*') return Object.keys(tree).reduce((all, each) => changedAt(all, [each, ...rest], change), tree)
  if (!Object.hasOwn(tree, key)) return tree
  const value = tree[key]
  if (rest.length === 0) return typeof value === 'string' ? { ...tree, [key]: change(value) } : tree
  return isTree(value) ? { ...tree, [key]: changedAt(value, rest, change) } : tree
}
