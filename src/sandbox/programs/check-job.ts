import type { Job } from '../../contracts/worlds/job.ts'

/** Most that a limit may be; less than one of each is no limit to run under. */
const maxLimits = { timeMs: 600_000, memoryMb: 2048, outputBytes: 2 ** 26 }

/** @throws {RangeError} naming the field, the value found and the value wanted. */
export function checkJob({ sandbox, program, entry, comparison, tests, limits }: Job): void {
  oneOf('sandbox', sandbox, ['monty', 'pyodide'])
  text('program', program)
  oneOf('entry.kind', entry.kind, ['stdio', 'function', 'method'])
  if (entry.kind !== 'stdio') name('entry.name', entry.name)
  if (entry.kind === 'method') name('entry.className', entry.className)
  oneOf('comparison', comparison, ['folded', 'lines'])
  for (const [index, { input, output }] of tests.entries()) {
    text(`tests[${index}].input`, input)
    text(`tests[${index}].output`, output)
  }
  for (const [key, bound] of Object.entries(maxLimits) as [keyof typeof maxLimits, number][]) {
    const found = limits[key]
    if (!(found >= 1 && found <= bound)) throw new RangeError(`limits.${key} must be in [1, ${bound}], got ${found}`)
  }
}

function oneOf(field: string, found: unknown, wanted: readonly string[]): void {
  if (!wanted.some(each => each === found))
    throw new RangeError(`${field} must be ${wanted.join(' or ')}, got ${JSON.stringify(found)}`)
}

function text(field: string, found: unknown): void {
  if (typeof found !== 'string') throw new RangeError(`${field} must be a text, got ${JSON.stringify(found)}`)
}

function name(field: string, found: unknown): void {
  if (typeof found !== 'string' || !/^[A-Za-z_]\w*$/.test(found))
    throw new RangeError(`${field} must be a name in ASCII, got ${JSON.stringify(found)}`)
}
