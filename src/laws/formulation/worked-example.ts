import { textTable } from '../../text/text-table.ts'
import type { FormulationLaw, LawResult } from './cases/law.ts'

/** A broken law as a worked example: its statement, the smallest case as a table, and how to reproduce it. */
export function workedExample(
  { name, statement, source, severity }: FormulationLaw,
  { finding, runs, seed, path }: Extract<LawResult, { verdict: 'broken' }>,
): string {
  const { columns, rows } = finding.table
  const table = textTable(
    columns.map(title => ({ title, align: 'left' })),
    rows.map(row => row.map(String)),
  )
  return [
    `${name} (${severity}): ${statement}`,
    `  source    ${source}`,
    ...table.split('\n').map(line => `    ${line}`),
    `  expected  ${finding.expected}`,
    `  found     ${finding.found}`,
    `  case ${runs}, smallest at ${path}; again with --law ${name} --seed ${seed}`,
  ].join('\n')
}
