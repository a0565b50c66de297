import { shortened, preview } from '../../text/preview.ts'

/**
 * A field of a JSON file of unknown origin, read with a check of its type. Each thread that reads text reads
 * a tokenizer's file first, and to load a library of schemas would be most of its start.
 */
export interface Field {
  /** The kind of file that it is not, if the check fails. */
  readonly form: string
  /** As in `model.vocab`; empty for the whole. */
  readonly path: string
  readonly value: unknown
}

/** A field of an object; its value is undefined where the object lacks it. @throws {RangeError} if there is no object. */
export function at(field: Field, name: string): Field {
  const { [name]: value } = objectOf(field)
  return { ...field, path: field.path === '' ? name : `${field.path}.${name}`, value }
}

/** @throws {RangeError} if it is no list, or not of this length. */
export function fieldList(field: Field, length?: number): readonly Field[] {
  const { value, path } = field
  if (!Array.isArray(value)) throw wrong(field, 'a list')
  if (length !== undefined && value.length !== length) throw wrong(field, `a list of ${length}`)
  return value.map((each: unknown, index) => ({ ...field, path: `${path}[${index}]`, value: each }))
}

/** @throws {RangeError} if it is not text. */
export function textOf(field: Field): string {
  if (typeof field.value !== 'string') throw wrong(field, 'text')
  return field.value
}

/** @throws {RangeError} if it is anything else. */
export function requireOnly(field: Field, wanted: string | null): void {
  if (field.value !== wanted) throw wrong(field, JSON.stringify(wanted))
}

/** @throws {RangeError} if it is no integer from 0 on. */
export function naturalOf(field: Field): number {
  if (!isNatural(field.value)) throw wrong(field, 'a non-negative integer')
  return field.value
}

/** @throws {RangeError} if it is no object whose values are integers from 0 on. */
export function naturalsOf(field: Field): ReadonlyMap<string, number> {
  const entries = Object.entries(objectOf(field))
  return new Map(entries.map(([name, value]) => [name, isNatural(value) ? value : naturalOf(at(field, name))]))
}

/** @throws {RangeError} if it is no object. */
export function objectOf(field: Field): Readonly<Record<string, unknown>> {
  const { value } = field
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(field, 'an object')
  return value as Readonly<Record<string, unknown>>
}

const isNatural = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0

/** The error for a field that is not `wanted`. */
export const wrong = ({ form, path, value }: Field, wanted: string): RangeError =>
  new RangeError(`${form}: ${path === '' ? 'it' : shortened(path, 160)} must be ${wanted}, got ${preview(value)}`)
