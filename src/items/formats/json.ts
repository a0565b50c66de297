import { reasonOf } from '../../contracts/failure.ts'

/** The value of a JSON text, or why it has none. */
export type Json = { readonly value: unknown } | { readonly problem: string }

/** A byte order mark at the start is passed over. */
export function readJson(text: string): Json {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) }
  } catch (error) {
    return { problem: `is not JSON: ${reasonOf(error)}` }
  }
}
