/** Only this program writes a run's lines: that they carry their iteration is all that is asked of them. */
export const hasIteration = (value: unknown): value is { readonly iteration: number } =>
  typeof value === 'object' && value !== null && 'iteration' in value && Number.isInteger(value.iteration)
