import { isError } from './built-in-error.ts'

/**
 * Why something did not happen, as plain data: an `Error` subclass arrives on another
 * thread as a bare `Error`, without its class, name or fields.
 */
export type Failure =
  /** The caller's fault: do not retry. */
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'crashed'; readonly actor: string; readonly reason: string; readonly stack: string }
  /** Code that a run was given (a world, a formulation, an objective) threw, or returned an invalid value. */
  | { readonly kind: 'user-code'; readonly reason: string; readonly stack: string }
  | { readonly kind: 'stopped'; readonly actor: string }
  /** The operating system refused it, e.g. with the code `ENOSPC`. */
  | { readonly kind: 'system'; readonly code: string; readonly reason: string }
  /** Values of a model became NaN or infinite; the request was not carried out (`NonFiniteError`). */
  | {
      readonly kind: 'not-finite'
      readonly model: string
      readonly tensors: readonly string[]
      readonly reason: string
    }

/** Whatever was thrown, as an `Error`. */
export const asError = (thrown: unknown): Error => (isError(thrown) ? thrown : new Error(String(thrown)))

/** The message of a thrown value. */
export const reasonOf = (thrown: unknown): string => asError(thrown).message

/** Attributes a thrown value to the actor that threw it. */
export function crashed(actor: string, thrown: unknown): Failure {
  const { message, stack = '' } = asError(thrown)
  return { kind: 'crashed', actor, reason: message, stack }
}

/** One line for a person. */
export function describeFailure(failure: Failure): string {
  switch (failure.kind) {
    case 'invalid':
      return failure.reason
    case 'crashed':
      return `${failure.actor} crashed: ${failure.reason}`
    case 'stopped':
      return `${failure.actor} was stopped`
    case 'user-code':
    case 'system':
    case 'not-finite':
      return failure.reason
  }
}

/** The frames of a stack, innermost first, each without the space before it. */
export const framesOf = (stack: string): readonly string[] =>
  stack.split('\n').flatMap(line => (/^\s+at /.test(line) ? [line.trim()] : []))
