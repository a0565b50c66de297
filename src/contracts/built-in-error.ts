/**
 * Whether a thrown value is of a built-in class of errors, or of one that extends it, in any realm. Jest and Vitest's pools vmThreads and
 * vmForks run tests in a virtual machine with separate classes; errors of `node:` modules and of threads are of the realm around it, and
 * `instanceof` is false of them.
 */
export const isError = (thrown: unknown): thrown is Error => inherits(thrown, 'Error')

export const isRangeError = (thrown: unknown): thrown is RangeError => inherits(thrown, 'RangeError')

/** Of all that is in the realm of a class of errors its prototype has the name. */
function inherits(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  if (typeof prototype !== 'object' || prototype === null) return false
  return Object.getOwnPropertyDescriptor(prototype, 'name')?.value === name || inherits(prototype, name)
}
