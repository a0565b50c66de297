import assert from 'node:assert/strict'
import { inThisRealm } from '../contracts/same-data.ts'

/** Fails the property it is called in. */
export function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

export function equal(actual: unknown, expected: unknown): void {
  assert.deepEqual(inThisRealm(actual), inThisRealm(expected))
}
