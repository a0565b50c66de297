/** The options that say how a run is configured, shared by the commands that need one. */
import type { Command } from 'commander'
import type { RunConfig } from '../../config/config.ts'
import { configFrom, numberOrText, settingsBy, type Setting } from './settings.ts'

export interface ConfigFlags {
  readonly config?: string
  readonly set?: readonly Setting[]
  readonly seed?: number | string
  readonly iterations?: number | string
  readonly threads?: number | string
  readonly method?: string
  readonly preset?: string
}

/** Adds the options to a command. */
export const addConfigOptions = (command: Command): Command =>
  addSettingOptions(command)
    .option('--preset <name>', 'preset of the world, by its name')
    .option('--seed <n>', 'seed of every draw', numberOrText)
    .option('--threads <n>', 'environment threads', numberOrText)
    .addHelpText('after', '\nSettings: rlanything config [environment]')

/** Those by which a configuration is read, without flags for single settings. */
export const addSettingOptions = (command: Command): Command =>
  command
    .option('--config <file>', 'settings as JSON, also the config.json of a run')
    .option('--set <path=value>', 'one setting, e.g. feedback.lambda=0.3; may be given again', settingsBy())

/** The configuration given by the options. @throws {ConfigError} naming the error by its path. */
export function readConfigOptions(flags: ConfigFlags, environment?: string): Promise<RunConfig> {
  const given = [
    [['environment', 'name'], environment],
    [['seed'], flags.seed],
    [['iterations'], flags.iterations],
    [['environment', 'threads'], flags.threads],
    [['method'], flags.method],
  ] as const
  const settings = given.flatMap(([path, value]) => (value === undefined ? [] : [{ path, value }]))
  return configFrom(flags.config ?? null, [...(flags.set ?? []), ...settings], flags.preset ?? null)
}
