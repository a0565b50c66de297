/** The sandbox job of a program for an item. */
import type { EntryPoint, Job, SandboxName } from '../contracts/worlds/job.ts'
import type { Item, ItemFormat } from './formats/item.ts'

export interface ItemJobOptions {
  /** `pyodide`: programs for these items want the whole of Python. */
  readonly sandbox?: SandboxName
  /** For one test, 512. */
  readonly memoryMb?: number
}

/** The tests of an item, in the way of its format. */
export function itemJob(
  item: Item,
  program: string,
  { sandbox = 'pyodide', memoryMb = 512 }: ItemJobOptions = {},
): Job {
  const { comparison, preface } = manners[item.format]
  return {
    sandbox,
    program,
    preface: preface[sandbox],
    entry: entryOf(item.functionName, program),
    comparison,
    tests: item.tests,
    limits: { timeMs: item.timeMs, memoryMb, outputBytes: outputBytes(item) },
  }
}

/** A solution in LeetCode's form is a class; decided by the program. Source: LiveCodeBench's grader. */
function entryOf(name: string | null, program: string): EntryPoint {
  if (name === null) return { kind: 'stdio' }
  return program.includes('class Solution')
    ? { kind: 'method', className: 'Solution', name }
    : { kind: 'function', name }
}

/** No right answer is cut off, unless it is longer than 64 MB. */
const outputBytes = ({ tests }: Item): number =>
  Math.min(2 ** 26, 2 * tests.reduce((largest, { output }) => Math.max(largest, Buffer.byteLength(output)), 2 ** 19))

interface Manners {
  readonly comparison: Job['comparison']
  /** Run before every program. */
  readonly preface: Readonly<Record<SandboxName, string>>
}

/** The imports of LiveCodeBench's grader before a program, in its order: later names hide earlier ones. */
const starred =
  'string re datetime collections heapq bisect copy math random statistics itertools functools operator io sys json builtins typing'
const named =
  'string re datetime collections heapq bisect copy math random statistics itertools functools operator io sys json'
const preface = [
  ...starred.split(' ').map(name => `from ${name} import *`),
  ...named.split(' ').map(name => `import ${name}`),
  'sys.setrecursionlimit(50000)',
  'sys.set_int_max_str_digits(50000)',
].join('; ')

const manners: Readonly<Record<ItemFormat, Manners>> = {
  rlanything: { comparison: 'folded', preface: { monty: '', pyodide: '' } },
  /** Monty has few modules, and takes no stars. */
  livecodebench: { comparison: 'lines', preface: { monty: '', pyodide: preface } },
}
