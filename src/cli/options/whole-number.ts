import { InvalidArgumentError } from 'commander'

/** Reads an option's value as an integer in [least, 2⁵³). @throws {InvalidArgumentError} naming the text given. */
export const wholeNumber =
  (option: string, least = 1) =>
  (text: string): number => {
    const value = Number(text)
    if (text.trim() !== '' && Number.isSafeInteger(value) && value >= least) return value
    throw new InvalidArgumentError(`${option} must be an integer of at least ${least}, got ${text}`)
  }
