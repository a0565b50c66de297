import assert from 'node:assert/strict'

/** Fails the property it is called in. */
export function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

export function equal(actual: unknown, expected: unknown): void {
  assert.deepEqual(actual, expected)
}
