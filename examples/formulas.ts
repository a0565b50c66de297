/**
 * Formulas: the task is a line in words, the answer an expression in `n`. Each answer is run as a program on numbers that
 * the policy does not see, and the reward model writes tests of its own: a number, and what a right answer makes of it.
 */
import type { Direction, Edit, Environment, GradedStep, Job, Split, Test, TestResult } from 'rlanything'

/** n times `times` plus `plus`. */
export interface FormulaTask {
  readonly times: number
  readonly plus: number
}

export interface FormulaState {
  readonly task: FormulaTask
  /** What was answered last; `null` at the start. */
  readonly answer: string | null
}

const maxTimes = 5
const maxPlus = 9
const numbers = Array.from({ length: 10 }, (_, index) => index)
const reasons = { right: 'right', start: 'wrong at the start', slope: 'wrong slope', broken: 'not a number' }

const tasks: readonly FormulaTask[] = numbers.flatMap(plus =>
  Array.from({ length: maxTimes }, (_, index) => ({ times: index + 1, plus })),
)

const edits: Readonly<Record<Direction, Readonly<Record<string, (task: FormulaTask) => FormulaTask>>>> = {
  harder: {
    'more times': task => ({ ...task, times: task.times + 1 }),
    'more plus': task => ({ ...task, plus: task.plus + 1 }),
  },
  easier: {
    'fewer times': task => ({ ...task, times: task.times - 1 }),
    'less plus': task => ({ ...task, plus: task.plus - 1 }),
  },
}

export default function formulas(): Environment<FormulaTask, FormulaState> {
  return {
    name: 'formulas',
    language: {
      phrases: [
        ...['The number', 'times', 'plus', 'n', '*', '+', '->', 'passes', 'of', ...Object.values(reasons)],
        ...Array.from({ length: maxTimes * 9 + maxPlus + 1 }, (_, number) => String(number)),
      ],
      silent: ['.'],
    },
    generate: (split, random) => random.pick(tasks.filter(task => splitOf(task) === split)),
    parseTask,
    describe,
    stepLimit: () => 1,
    start: task => ({ state: { task, answer: null }, observation: describe(task) }),
    /* Whether it is right takes running it. */
    step: ({ task }, answer) => ({ state: { task, answer }, observation: '', won: false }),
    executionCheck: ({ task, answer }) =>
      answer === null ? null : { job: jobOf(answer, hiddenTests(task)), grade: results => grade(task, results) },
    unitTesting: {
      parseTest,
      job: (_, answer, tests) => jobOf(answer, tests),
      exampleTest: (task, random) => {
        const number = random.pick(numbers)
        return `${number} -> ${valueOf(task, number)}`
      },
    },
    admissible: ({ task }) => [...new Set([answerOf(task), 'n', 'n + 1', 'n * 2'])].sort(),
    expert: ({ task }) => answerOf(task),
    /* Only of what is not a program. */
    label: () => ({ good: false, reason: reasons.broken }),
    editNames: direction => Object.keys(edits[direction]),
    edit: (task, name, _random, complaint) => edit(task, name, complaint ?? null),
    valid,
  }
}

const valid = (task: FormulaTask): boolean =>
  tasks.some(({ times, plus }) => times === task.times && plus === task.plus)

const valueOf = ({ times, plus }: FormulaTask, number: number): number => number * times + plus
const describe = ({ times, plus }: FormulaTask): string => `The number times ${times} plus ${plus}.`
const answerOf = ({ times, plus }: FormulaTask): string => `n * ${times} + ${plus}`

const hiddenTests = (task: FormulaTask): readonly Test[] =>
  [0, 1, 4, 7].map(number => ({ input: String(number), output: String(valueOf(task, number)) }))

const jobOf = (answer: string, tests: readonly Test[]): Job => ({
  sandbox: 'monty',
  program: `n = int(input())\nprint(${answer})`,
  entry: { kind: 'stdio' },
  comparison: 'folded',
  tests,
  limits: { timeMs: 1000, memoryMb: 16, outputBytes: 1000 },
})

/** The first test is of 0: what an answer makes of it is where its line starts. */
function grade({ plus }: FormulaTask, results: readonly TestResult[]): GradedStep {
  const passed = results.filter(({ outcome }) => outcome === 'passed').length
  const won = passed === results.length
  const [first] = results
  const broken = first === undefined || first.outcome === 'error' || !/^\d+$/.test(first.output.trim())
  const wrong = broken ? reasons.broken : Number(first.output) === plus ? reasons.slope : reasons.start
  return {
    observation: `passes ${passed} of ${results.length}`,
    won,
    score: passed / results.length,
    label: { good: won, reason: won ? reasons.right : wrong },
  }
}

/** `4 -> 11`: of 4 a right answer makes 11. */
function parseTest(text: string): Test | null {
  const [, input, output] = /^(\d+) -> (\d+)$/.exec(text.trim()) ?? []
  return input === undefined || output === undefined ? null : { input, output }
}

/** Of what could be made easier, it is what the critic complains of. */
function edit(task: FormulaTask, name: string, complaint: string | null): Edit<FormulaTask> | null {
  const spared = { [reasons.start]: 'times', [reasons.slope]: 'plus' }[complaint ?? '']
  if (spared !== undefined && Object.hasOwn(edits.easier, name) && name.endsWith(spared)) return null
  const changed = { ...edits.harder, ...edits.easier }[name]?.(task) ?? task
  if (!valid(changed) || splitOf(changed) !== splitOf(task)) return null
  return { task: changed, name, reason: `A line with ${name}.` }
}

/** Lines that start at 3 or 7 are kept for `unseen`. */
function splitOf({ times, plus }: FormulaTask): Split {
  if (plus % 4 === 3) return 'unseen'
  return (times + plus) % 5 === 0 ? 'seen' : 'train'
}

function parseTask(value: unknown): FormulaTask {
  const fields = new Map<string, unknown>(Object.entries(typeof value === 'object' && value !== null ? value : {}))
  const field = (name: string, low: number, high: number): number => {
    const found = fields.get(name)
    if (typeof found !== 'number' || !Number.isInteger(found) || found < low || found > high)
      throw new RangeError(`${name} must be an integer from ${low} to ${high}, got ${String(found)}`)
    return found
  }
  return { times: field('times', 1, maxTimes), plus: field('plus', 0, maxPlus) }
}
