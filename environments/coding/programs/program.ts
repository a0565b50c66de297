/** Pipelines as Python programs, and back. One line, its statements between ` ; `, its words between single spaces. */
import {
  clauseKinds,
  clauseOf,
  isCounted,
  numberOf,
  outputs,
  type Clause,
  type ClauseKind,
  type Output,
  type Pipeline,
} from '../tasks/pipeline.ts'

export const readStatement = 'xs = [int(x) for x in input().split()]'

/** Each statement as its phrases; `k` is the number. */
export const clauseStatements: Readonly<Record<ClauseKind, readonly string[]>> = {
  even: ['xs = [x for x in xs if', 'x % 2 == 0', ']'],
  odd: ['xs = [x for x in xs if', 'x % 2 == 1', ']'],
  reverse: ['xs = xs[::-1]'],
  'sort up': ['xs =', 'sorted(xs)'],
  'sort down': ['xs =', 'sorted(xs, reverse=True)'],
  double: ['xs =', 'xs + xs'],
  greater: ['xs = [x for x in xs if', 'x >', 'k', ']'],
  add: ['xs = [(x +', 'k', ') % 10 for x in xs]'],
  take: ['xs = xs[:', 'k', ']'],
  drop: ['xs = xs[', 'k', ':]'],
}

export const printStatements: Readonly<Record<Output, string>> = {
  list: 'print(*xs)',
  length: 'print(len(xs))',
  maximum: 'print(max(xs))',
  sum: 'print(sum(xs))',
}

/** The program for the pipeline, in the fewest statements. */
export const programOf = ({ clauses, output }: Pipeline): string =>
  [readStatement, ...clauses.map(statementOf), printStatements[output]].join(' ; ')

function statementOf(clause: Clause): string {
  const phrases = clauseStatements[clause.kind]
  return phrases.map(phrase => (phrase === 'k' ? String(numberOf(clause)) : phrase)).join(' ')
}

/** A statement of a program: its effect, or that it does nothing known here. */
export type Statement =
  | { readonly kind: 'read' }
  | { readonly kind: 'clause'; readonly clause: Clause }
  | { readonly kind: 'print'; readonly output: Output }
  | { readonly kind: 'unknown' }

/** The statements of any program, however its tokens are spaced, in one line or several. */
export const statementsOf = (program: string): readonly Statement[] =>
  program
    .replaceAll('\r\n', '\n')
    .trimEnd()
    .split(/;[ \t]*\n*|\n+/)
    .map(parseStatement)

/** The pipeline that a program is; `null` if it is not of the form that `programOf` writes. */
export function parseProgram(program: string): Pipeline | null {
  const statements = statementsOf(program)
  const [first, ...rest] = statements
  const last = rest.pop()
  const clauses = rest.flatMap(statement => (statement.kind === 'clause' ? [statement.clause] : []))
  if (first?.kind !== 'read' || last?.kind !== 'print' || clauses.length !== rest.length) return null
  return { clauses, output: last.output }
}

function parseStatement(text: string): Statement {
  const spaced = space(text)
  if (spaced === space(readStatement)) return { kind: 'read' }
  const output = outputs.find(each => spaced === space(printStatements[each]))
  if (output !== undefined) return { kind: 'print', output }
  for (const { kind, before, after } of forms) {
    if (!spaced.startsWith(before) || !spaced.endsWith(after)) continue
    const number = spaced.slice(before.length, spaced.length - after.length)
    if (isCounted(kind) ? /^ (0|[1-9]\d{0,2}) $/.test(number) : spaced === before)
      return { kind: 'clause', clause: clauseOf(kind, Number(number)) }
  }
  return { kind: 'unknown' }
}

/** Its tokens with one space between them, so that what has white space within one is another. The indentation of a line is a token. */
const space = (text: string): string => text.match(/^[ \t]|\w+|==|[^ \t]/g)?.join(' ') ?? ''

/** Phrases before and after the number of each kind of statement; without a number, all are before. */
const forms = clauseKinds.map(kind => {
  const [before = '', after = ''] = clauseStatements[kind]
    .join(' ')
    .split(/ ?\bk\b ?/)
    .map(space)
  return { kind, before, after }
})
