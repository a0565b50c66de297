/** The comparison that AVA's `deepEqual` and `like` make. */
declare module 'concordance' {
  export function compare(actual: unknown, expected: unknown): { readonly pass: boolean }
}
