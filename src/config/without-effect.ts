/**
 * Settings that change a run's speed, but not its results. The order in which gradients are added up follows the engine's threads and
 * replicas, and their last bits with it: with others a run is one more draw of the same settings.
 */
export const withoutEffect: ReadonlySet<string> = new Set([
  'engine.threads',
  'engine.replicas',
  'engine.callSeconds',
  'environment.threads',
])
