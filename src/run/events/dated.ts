import type { RunConfig } from '../../config/config.ts'

/** The configuration with its date: today's in UTC where it names none. The one place of a run that asks which day it is. */
export function dated(config: RunConfig): RunConfig {
  if (config.policy.date !== null) return config
  return { ...config, policy: { ...config.policy, date: new Date().toISOString().slice(0, 10) } }
}
