/** Pipelines that differ from another one in one thing, as a careless programmer's would. */
import { clauseKinds, clauseOf, numberOf, outputs, sameClause, type Clause, type Pipeline } from './pipeline.ts'

/** One clause left out, changed, given another number or swapped with the next; or something else printed. */
export function nearMisses({ clauses, output }: Pipeline): readonly Pipeline[] {
  const rows = clauses.flatMap((clause, place) => [
    clauses.toSpliced(place, 1),
    ...instead(clause).map(other => clauses.toSpliced(place, 1, other)),
    ...swapped(clauses, place),
  ])
  return [
    ...rows.map(row => ({ clauses: row, output })),
    ...outputs.filter(other => other !== output).map(other => ({ clauses, output: other })),
  ]
}

/** Clauses that are easily taken for this one: another number, or another kind. */
function instead(clause: Clause): readonly Clause[] {
  const k = numberOf(clause) ?? 2
  return [
    ...clauseKinds.map(kind => clauseOf(kind, k)),
    ...[k - 1, k + 1].filter(other => other >= 0).map(other => clauseOf(clause.kind, other)),
  ].filter(other => !sameClause(other, clause))
}

/** The row with a clause and the one after it in each other's place; none if they are alike or it is the last. */
function swapped(clauses: readonly Clause[], place: number): readonly (readonly Clause[])[] {
  const [first, second] = clauses.slice(place, place + 2)
  if (first === undefined || second === undefined || sameClause(first, second)) return []
  return [clauses.toSpliced(place, 2, second, first)]
}
