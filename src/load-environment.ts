import type { Environment } from './environment.ts'

/** Where a world comes from, as plain data: any module whose default export makes one from options. */
export interface EnvironmentSource {
  /** URL of the module. */
  readonly module: string
  /** The world's own options. */
  readonly options: Readonly<Record<string, unknown>>
}

/**
 * The world of a module. Tasks and states stay opaque to the framework.
 * @throws {RangeError} if the module has no default function, or whatever the world says of its options.
 */
export async function loadEnvironment({ module, options }: EnvironmentSource): Promise<Environment<unknown, unknown>> {
  const loaded = (await import(module)) as { default?: unknown }
  if (typeof loaded.default !== 'function') throw new RangeError(`${module} has no default export that makes a world`)
  return (loaded.default as (options: unknown) => Environment<unknown, unknown>)(options)
}
