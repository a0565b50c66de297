import { isError } from '../contracts/built-in-error.ts'

/** The code of a system error or of the one that caused it, e.g. `ENOENT`; `null` for anything else. */
export function systemCode(error: unknown): string | null {
  if (!isError(error)) return null
  return 'code' in error && typeof error.code === 'string' ? error.code : systemCode(error.cause)
}
