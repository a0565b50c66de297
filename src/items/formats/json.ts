import { reasonOf } from '../../contracts/failure.ts'

/** What a text of JSON says, or why it says nothing. */
export type Json = { readonly value: unknown } | { readonly problem: string }

/** A byte order mark at the start is passed over. */
export function readJson(text: string): Json {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) }
  } catch (error) {
    return { problem: `is not JSON: ${reasonOf(error)}` }
  }
}
