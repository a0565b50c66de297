import type { RunConfig } from '../../config/config.ts'
import { ConfigError } from '../../config/config-error.ts'
import { isShippedWorld } from '../../config/environment-source.ts'
import { leavesOf } from '../../config/tree.ts'
import { isShippedMethod } from '../../methods/registry/registry.ts'

/** @throws {ConfigError} naming the first setting that names code, unless it comes with this package: a worker runs no other. */
export function requireShipped(config: RunConfig): void {
  const refuse = (path: string, found: string): never => {
    throw new ConfigError(
      `${path} must come with this package where whole runs are on workers (with placement their actors alone are), got ${found}`,
    )
  }
  const { environment, method } = config
  if (!isShippedWorld(environment.name)) refuse('environment.name', environment.name)
  if (!isShippedMethod(method)) refuse('method', method)
  for (const [path, value] of leavesOf(config))
    if (typeof value === 'string' && /\.[cm]?[jt]s$/.test(value)) refuse(path, value)
}
