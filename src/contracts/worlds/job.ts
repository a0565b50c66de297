/** An untrusted program and its tests. Plain data. */

/** `monty`: a subset of Python, embedded and fast; `pyodide`: the whole of CPython, hardened. */
export type SandboxName = 'monty' | 'pyodide'

/** An input of a program, and its expected output. */
export interface Test {
  /** Standard input; of a function, one JSON argument a line. */
  readonly input: string
  /** Standard output; of a function, its value as JSON. */
  readonly output: string
}

/** Limits of one run, of one program on one input. */
export interface Limits {
  readonly timeMs: number
  readonly memoryMb: number
  /** Of standard output. */
  readonly outputBytes: number
}

/** How a program is used. */
export type EntryPoint =
  /** It reads and prints. */
  | { readonly kind: 'stdio' }
  /** The function of this name is called; the program is not the main module then. */
  | { readonly kind: 'function'; readonly name: string }
  /** The method of this name is called on `className()`, made once a test; the program is not the main module then. */
  | { readonly kind: 'method'; readonly className: string; readonly name: string }

export interface Job {
  readonly sandbox: SandboxName
  readonly program: string
  /** Run before the program in its module, as a separate text: the program's lines keep their numbers. Left out: nothing. */
  readonly preface?: string
  readonly entry: EntryPoint
  /** `folded`: equal after folding white space; `lines`: line by line, numbers as decimals, as LiveCodeBench has it. */
  readonly comparison: 'folded' | 'lines'
  readonly tests: readonly Test[]
  readonly limits: Limits
}

/** How a run ended; the program's doing, never the sandbox's. */
export type TestOutcome = 'passed' | 'wrong' | 'error' | 'timeout' | 'memory' | 'output-limit'

export interface TestResult {
  readonly outcome: TestOutcome
  /** Its output or result, cut off at the limit. */
  readonly output: string
  /** The last of its error output, at most 2000 characters; '' if it has none. */
  readonly stderr: string
}
