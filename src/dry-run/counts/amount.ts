/** Amounts that are not known before a run: an estimate, and a bound. Pure. */

import type { Amount } from './forecast.ts'

/** @throws {RangeError} if the amount is negative or NaN. An estimate above the bound is the bound. */
export function amount(about: number, most: number): Amount {
  if (!(about >= 0 && most >= 0)) throw new RangeError(`an amount must be at least 0, got ${about} of ${most}`)
  return { about: Math.min(about, most), most }
}

export const exactly = (value: number): Amount => amount(value, value)

export const noAmount: Amount = { about: 0, most: 0 }

export const plus = (...amounts: readonly Amount[]): Amount => ({
  about: amounts.reduce((sum, { about }) => sum + about, 0),
  most: amounts.reduce((sum, { most }) => sum + most, 0),
})

export const times = (first: Amount, second: Amount): Amount => ({
  about: first.about * second.about,
  most: first.most * second.most,
})

/** @param bound at least 0. */
export const atMost = ({ about, most }: Amount, bound: number): Amount => ({
  about: Math.min(about, bound),
  most: Math.min(most, bound),
})
