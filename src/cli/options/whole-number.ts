import { InvalidArgumentError } from 'commander'

/** Reads an option's value as an integer in [least, most]. @throws {InvalidArgumentError} naming the text given. */
export const wholeNumber =
  (option: string, least = 1, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text)
    if (text.trim() !== '' && Number.isSafeInteger(value) && value >= least && value <= most) return value
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `in [${least}, ${most}]`
    throw new InvalidArgumentError(`${option} must be an integer ${range}, got ${text}`)
  }

export const portNumber = wholeNumber('--port', 0, 65_535)
