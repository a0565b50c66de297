import test from 'ava'
import type { Law } from '../../src/laws/law/law.ts'

/** Registers one test for each law. */
export function hold(subject: string, laws: readonly Law[]): void {
  for (const { name, check } of laws) test(`${subject}: ${name}`, t => t.notThrows(check))
}
