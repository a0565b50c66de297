/** Options that are lists, with commas between the items. */
import { InvalidArgumentError } from 'commander'
import { wholeNumber } from './whole-number.ts'

/** @throws {InvalidArgumentError} if an item is empty. */
export const names =
  (option: string) =>
  (text: string): readonly string[] =>
    text.split(',').map(item => {
      if (item.trim() === '') throw new InvalidArgumentError(`${option} must be a list with commas, got ${text}`)
      return item.trim()
    })

/** @throws {InvalidArgumentError} if an item is no integer of at least 0. */
export const wholeNumbers =
  (option: string) =>
  (text: string): readonly number[] =>
    names(option)(text).map(wholeNumber(option, 0))
