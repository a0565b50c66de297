/** Only this program writes a run's lines: it is enough to check that they carry their iteration. */
export const hasIteration = (value: unknown): value is { readonly iteration: number } =>
  typeof value === 'object' && value !== null && 'iteration' in value && Number.isInteger(value.iteration)
