/** The options that say how a run is configured, shared by the commands that need one. */
import type { Command } from 'commander'
import type { RunConfig } from '../training/config/config.ts'
import { configFrom, parseSetting, type Setting } from './settings.ts'

export interface ConfigFlags {
  readonly config?: string
  readonly set: readonly Setting[]
  readonly seed?: string
  readonly iterations?: string
  readonly threads?: string
}

/** Adds the options to a command. */
export const addConfigOptions = (command: Command): Command =>
  command
    .option('--config <file>', 'configuration as JSON, also the config.json of a run')
    .option('--set <path=value>', 'one value, e.g. feedback.lambda=0.3; may be given again', collect, [])
    .option('--seed <n>', 'seed of every draw')
    .option('--iterations <n>', 'iterations of the run')
    .option('--threads <n>', 'environment threads')

/** The configuration that the options say. @throws {ConfigError} naming what is wrong by its path. */
export function readConfigOptions(flags: ConfigFlags, environment?: string): Promise<RunConfig> {
  const given = [
    [['environment', 'name'], environment],
    [['seed'], number(flags.seed)],
    [['iterations'], number(flags.iterations)],
    [['environment', 'threads'], number(flags.threads)],
  ] as const
  const settings = given.flatMap(([path, value]) => (value === undefined ? [] : [{ path, value }]))
  return configFrom(flags.config ?? null, [...flags.set, ...settings])
}

const collect = (text: string, before: readonly Setting[]): Setting[] => [...before, parseSetting(text)]

/** A number if it reads as one; else the text, for the configuration's own check to refuse by name. */
const number = (text: string | undefined): number | string | undefined =>
  text === undefined || text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text)
