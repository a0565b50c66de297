/** The required results of each function of a world. */
import type { Environment, UnitTesting } from '../../contracts/worlds/environment.ts'
import type { TaskProposals } from '../../contracts/worlds/task-proposals.ts'
import { plainData } from '../../user-code/plain-data.ts'
import {
  bytes,
  callable,
  count,
  finite,
  flag,
  listOf,
  number,
  oneOf,
  opaque,
  optional,
  orNull,
  record,
  share,
  text,
  type Shape,
} from '../../user-code/shape.ts'

type World = Environment<unknown, unknown>

const unitTestingShape = optional(
  record({ parseTest: callable, job: callable, exampleTest: callable, mistakenTest: optional(callable) }),
)

const asked = record({ instructions: text, question: text })
const promptsShape = optional(
  record({
    actor: record({ instructions: text, action: oneOf('line', 'block') }),
    observer: asked,
    tester: optional(asked),
    critic: text,
    proposer: optional(text),
  }),
)
const ladderShape = optional(record({ families: listOf(record({ name: text, top: number })), generate: callable }))
const questionsShape = {
  verify: callable,
  compare: callable,
  reflect: callable,
  replies: record({ right: text, wrong: text, first: text, second: text }),
}
const reviewShape = optional(record({ ...questionsShape, prose: optional(record(questionsShape)) }))

const proposalsShape = optional(record({ tell: callable, schema: callable, apply: callable }))

/** Of a world of pure functions and of the expert of an opened one. Errors name the first part that is wrong, in this order. */
const simulatorParts = {
  stepLimit: callable,
  start: callable,
  step: callable,
  admissible: callable,
  expert: callable,
  label: callable,
  turns: optional(record({ agents: listOf(text), next: callable })),
}

/** The shape of a world of pure functions. */
const worldParts: Readonly<Record<keyof World, Shape>> = {
  name: text,
  language: record({ phrases: listOf(text), silent: listOf(text) }),
  generate: callable,
  parseTask: callable,
  describe: callable,
  ...simulatorParts,
  editNames: callable,
  edit: callable,
  valid: callable,
  executionCheck: optional(callable),
  situation: optional(callable),
  unitTesting: unitTestingShape,
  prompts: promptsShape,
  proposals: proposalsShape,
  screen: optional(callable),
  ladder: ladderShape,
  review: reviewShape,
}
export const worldShape = record(worldParts)

/** The shape of a world that opens episodes. */
export const openWorldShape = record({
  name: text,
  deterministic: flag,
  agents: optional(listOf(text)),
  forks: optional(flag),
  parseTask: callable,
  describe: callable,
  stepLimit: callable,
  open: callable,
  generate: optional(callable),
  editor: optional(record({ names: callable, edit: callable, valid: callable, proposals: proposalsShape })),
  simulator: optional(record(simulatorParts)),
  unitTesting: unitTestingShape,
  prompts: promptsShape,
  screens: optional(callable),
  screenshots: optional(callable),
  ladder: ladderShape,
  review: reviewShape,
})

const label = record({ good: flag, reason: text })
const test = record({ input: text, output: text })
const job = record({
  sandbox: oneOf('monty', 'pyodide'),
  program: text,
  entry: record({ kind: oneOf('stdio', 'function', 'method') }),
  comparison: oneOf('folded', 'lines'),
  tests: listOf(test),
  limits: record({ timeMs: number, memoryMb: number, outputBytes: number }),
})

const screenParts = { tree: text, calls: text }
const shownScreen = record(screenParts)
/** Of one episode, and with their pictures. */
export const screensShape = orNull(listOf(shownScreen))
export const screenshotsShape = listOf(record({ ...screenParts, picture: bytes }))

const edit = record({ task: plainData, name: text, reason: text })

type Functions = Exclude<
  keyof World,
  'name' | 'language' | 'unitTesting' | 'prompts' | 'proposals' | 'ladder' | 'review' | 'turns'
>

const rewards = { reward: optional(finite), localReward: optional(finite) }

/** The shapes of its functions' results. */
export const gives: Readonly<Record<Functions | 'grade' | 'next', Shape>> = {
  generate: plainData,
  parseTask: opaque,
  describe: text,
  stepLimit: count,
  start: record({ state: opaque, observation: text }),
  step: record({ state: opaque, observation: text, won: flag, lost: optional(flag), ...rewards }),
  next: text,
  situation: text,
  executionCheck: orNull(record({ job, grade: callable })),
  grade: record({ observation: text, won: flag, score: share, label, lost: optional(flag), ...rewards }),
  admissible: listOf(text),
  expert: orNull(text),
  label,
  editNames: listOf(text),
  edit: orNull(edit),
  valid: flag,
  screen: shownScreen,
}

/** And those of its `unitTesting`. */
export const unitTestingGives: Readonly<Record<keyof UnitTesting<unknown>, Shape>> = {
  parseTest: orNull(test),
  job,
  exampleTest: text,
  mistakenTest: text,
}

/** And those of its `proposals`. */
export const proposalsGive: Readonly<Record<keyof TaskProposals<unknown>, Shape>> = {
  tell: text,
  schema: plainData,
  apply: edit,
}
