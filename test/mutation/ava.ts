/**
 * Stands in for AVA where a mutant is tried: AVA starts anew for each, at a cost of seconds; this keeps the tests of a room
 * loaded, and only the active mutant changes.
 */
import { Assertions } from './assertions.ts'

export interface Case {
  readonly title: string
  readonly run: () => Promise<void>
}

/** In the order in which their files were loaded. */
export const cases: Case[] = []

/** As AVA's `test(title, body)`. */
export default function test(title: string, body: (t: Assertions) => unknown): void {
  cases.push({ title, run: () => new Assertions().run(body) })
}
