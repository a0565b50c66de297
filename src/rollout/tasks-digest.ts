import { createHash } from 'node:crypto'

/** Of tasks, plain data, in their order: equal digests are equal tasks. 16 hexadecimal digits of SHA-256 of their JSON. */
export const tasksDigest = (tasks: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(tasks)).digest('hex').slice(0, 16)
