/** A program's work on a list of digits: a row of clauses, then one thing to print. Pure, and the plain twin of the programs. */

/** Clauses without a number. */
export const plainKinds = ['even', 'odd', 'reverse', 'sort up', 'sort down', 'double'] as const
/** Clauses with a number k: keep numbers greater than k, add k modulo 10, take or drop the first k. */
export const countedKinds = ['greater', 'add', 'take', 'drop'] as const
export const clauseKinds = [...plainKinds, ...countedKinds] as const
export const outputs = ['list', 'length', 'maximum', 'sum'] as const

export type PlainKind = (typeof plainKinds)[number]
export type CountedKind = (typeof countedKinds)[number]
export type ClauseKind = (typeof clauseKinds)[number]
export type Output = (typeof outputs)[number]

export type Clause = { readonly kind: PlainKind } | { readonly kind: CountedKind; readonly k: number }

export interface Pipeline {
  /** In the order in which they are done. */
  readonly clauses: readonly Clause[]
  /** Printed of the list that is left. */
  readonly output: Output
}

/** The number of a clause; `null` if it has none. */
export const numberOf = (clause: Clause): number | null => ('k' in clause ? clause.k : null)

/** A clause of a kind, with the number where the kind has one. */
export const clauseOf = (kind: ClauseKind, k: number): Clause => (isCounted(kind) ? { kind, k } : { kind })

export const isCounted = (kind: ClauseKind): kind is CountedKind => countedKinds.some(each => each === kind)

export const sameClause = (a: Clause, b: Clause): boolean => a.kind === b.kind && numberOf(a) === numberOf(b)

/** The list after one clause. */
function applied(clause: Clause, list: readonly number[]): readonly number[] {
  switch (clause.kind) {
    case 'even':
      return list.filter(x => x % 2 === 0)
    case 'odd':
      return list.filter(x => x % 2 === 1)
    case 'reverse':
      return [...list].reverse()
    case 'sort up':
      return [...list].sort((a, b) => a - b)
    case 'sort down':
      return [...list].sort((a, b) => b - a)
    case 'double':
      return [...list, ...list]
    case 'greater':
      return list.filter(x => x > clause.k)
    case 'add':
      return list.map(x => (x + clause.k) % 10)
    case 'take':
      return list.slice(0, clause.k)
    case 'drop':
      return list.slice(clause.k)
  }
}

/** The list as it was given, and after each clause. */
export function passages({ clauses }: Pipeline, list: readonly number[]): readonly (readonly number[])[] {
  const lists = [list]
  let left = list
  for (const clause of clauses) {
    left = applied(clause, left)
    lists.push(left)
  }
  return lists
}

/** The output for a list; `null` if nothing can be printed, or no such number. */
export function printed(output: Output, list: readonly number[]): string | null {
  switch (output) {
    case 'list':
      return list.length === 0 ? null : list.join(' ')
    case 'length':
      return String(list.length)
    case 'maximum':
      return list.length === 0 ? null : String(Math.max(...list))
    case 'sum':
      return String(list.reduce((sum, x) => sum + x, 0))
  }
}

/** The pipeline's output for a list; `null` where it fails, or prints nothing. */
export const outcome = (pipeline: Pipeline, list: readonly number[]): string | null =>
  printed(
    pipeline.output,
    pipeline.clauses.reduce((left, clause) => applied(clause, left), list),
  )
