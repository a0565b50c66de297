/** What chooses the actions that a throughput benchmark measures. */
export const models = ['none', 'mlp', 'lm', 'train'] as const
export type ModelKind = (typeof models)[number]
