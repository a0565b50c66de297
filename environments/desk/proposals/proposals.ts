/** Tasks that a language model proposes: other goals on the same desk, or another one of its verifiers, and a hint. */
import type { TaskProposals } from '../../../src/contracts/worlds/task-proposals.ts'
import { preview } from '../../../src/text/preview.ts'
import { stepLimitFor } from '../generation/generate.ts'
import { areCompatible, lengthOf, withPredicates } from '../generation/verifier.ts'
import { holds, maxPredicates, type Predicate } from '../tasks/predicate.ts'
import { settingNames, settingSorts } from '../tasks/tables.ts'
import { predicatesOf, type DeskTask, type HintLevel } from '../tasks/task.ts'
import { describeTask, goalText } from '../wording/describe.ts'
import { mailName } from '../wording/names.ts'
import { predicateOf, writtenGoal } from './goal.ts'
import { goalSchema } from './words.ts'

const hints: readonly HintLevel[] = [0, 1, 2, 3]

export const deskProposals: TaskProposals<DeskTask> = {
  tell: task => {
    const { data, verifiers, verifier, hint } = task
    const others = verifiers.filter((_, index) => index !== verifier)
    return [
      describeTask(task),
      JSON.stringify({ goals: written(task, predicatesOf(task)), hint }),
      `It takes ${lengthOf(task)} actions.`,
      ...others.map(goals => `Other goals that were made for this computer: ${JSON.stringify(written(task, goals))}`),
      `Mails: ${data.mails.map(mailName).join(', ')}`,
      `Folders: ${data.folders.join(', ')}`,
      `Files: ${data.files.map(({ name, folder }) => `${name} in ${folder}`).join(', ')}`,
      `Events: ${data.events.map(({ title, day }) => `${title} on ${day}`).join(', ')}`,
      `Contacts: ${data.contacts.map(({ name, phone, city }) => `${name} (${phone}, ${city})`).join(', ')}`,
      `Settings: ${settingNames.map(name => `${settingSorts[name].label} ${data.settings[name]}`).join(', ')}`,
    ].join('\n')
  },
  schema: ({ data }) => ({
    type: 'object',
    properties: {
      goals: { type: 'array', minItems: 1, maxItems: maxPredicates, items: goalSchema(data) },
      hint: { enum: hints },
    },
    required: ['goals', 'hint'],
    additionalProperties: false,
  }),
  apply: (task, proposal) => {
    const found: Readonly<Record<string, unknown>> =
      typeof proposal === 'object' && proposal !== null ? { ...proposal } : {}
    const predicates = predicatesIn(task, found['goals'])
    const hint = hints.find(level => level === found['hint'])
    if (hint === undefined)
      throw new RangeError(`proposal.hint must be one of ${hints.join(', ')}, got ${preview(found['hint'])}`)
    const changed = { ...withGoals(task, predicates), hint }
    return {
      task: isSame(task, changed) ? task : { ...changed, stepLimit: stepLimitFor(lengthOf(changed)) },
      name: 'model',
      reason: `A model changed ${told(task)} into ${told(changed)}.`,
    }
  },
}

function predicatesIn(task: DeskTask, goals: unknown): readonly Predicate[] {
  const { data } = task
  if (!Array.isArray(goals) || goals.length < 1 || goals.length > maxPredicates)
    throw new RangeError(`proposal.goals must be a list of 1 to ${maxPredicates}, got ${preview(goals)}`)
  const predicates = goals.map((goal: unknown, index) => predicateOf(`proposal.goals[${index}]`, goal, data))
  for (const [index, predicate] of predicates.entries())
    if (holds(predicate, data))
      throw new RangeError(`proposal.goals[${index}] must not hold already, got ${preview(goals[index])}`)
  if (!areCompatible(task, predicates))
    throw new RangeError(
      `proposal.goals must be about different things, and change no text that one of them needs, got ${preview(goals)}`,
    )
  return predicates
}

/** By the verifier that has these goals, else with them as the one that counts. */
function withGoals(task: DeskTask, predicates: readonly Predicate[]): DeskTask {
  const there = [task.verifier, ...task.verifiers.keys()].find(
    index => keyOf(task, task.verifiers[index] ?? []) === keyOf(task, predicates),
  )
  return there === undefined ? withPredicates(task, predicates) : { ...task, verifier: there }
}

const isSame = (before: DeskTask, after: DeskTask): boolean =>
  before.hint === after.hint && keyOf(before, predicatesOf(before)) === keyOf(after, predicatesOf(after))

/** The same for the same goals in any order. */
const keyOf = (task: DeskTask, predicates: readonly Predicate[]): string =>
  written(task, predicates)
    .map(goal => JSON.stringify(goal))
    .sort()
    .join()

const written = ({ data }: DeskTask, predicates: readonly Predicate[]) =>
  predicates.map(predicate => writtenGoal(predicate, data))

const told = (task: DeskTask): string => `"${goalText(task)}" with hint ${task.hint}`
