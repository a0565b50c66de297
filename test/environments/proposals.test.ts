/** Tasks that language models propose: whatever they write is refused by name, or is a task of the world. */
import test from 'ava'
import fc from 'fast-check'
import { z } from 'zod'
import checkProposal from '../../actors/adapter-check.ts'
import { coding } from '../../environments/coding/index.ts'
import { splitOf } from '../../environments/coding/options/splits.ts'
import type { Pipeline } from '../../environments/coding/tasks/pipeline.ts'
import { desk } from '../../environments/desk/index.ts'
import { household } from '../../environments/household/index.ts'
import type { Environment } from '../../src/contracts/worlds/environment.ts'
import { proposalRefusals } from '../../src/contracts/worlds/task-proposals.ts'
import { jsonIn } from '../../src/curriculum/model-proposals.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { nth } from '../../src/math/nth.ts'
import { present } from '../fixtures/present.ts'

const seeds = fc.nat({ max: 40 })

const keywords = z.object({
  anyOf: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  maxItems: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  minimum: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
})

/** Values of a schema, as a server writes them that keeps to one. */
function ofSchema(schema: unknown): fc.Arbitrary<unknown> {
  const { anyOf, enum: values, items, properties, ...rest } = keywords.parse(schema)
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(ofSchema))
  if (values !== undefined) return fc.constantFrom(...values)
  if (properties !== undefined)
    return fc.record(Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, ofSchema(each)])))
  if (items !== undefined)
    return fc.array(ofSchema(items), { minLength: rest.minItems ?? 0, maxLength: rest.maxItems ?? 4 })
  if (rest.minimum !== undefined) return fc.integer({ min: rest.minimum, max: rest.maximum ?? rest.minimum })
  return fc.constant(rest.const)
}

/** An answer around a value: alone, with a thought before it, in a block, or cut off in the middle. */
const answerWith = (value: unknown): fc.Arbitrary<string> =>
  fc.constantFrom(
    JSON.stringify(value),
    `I make it a little harder.\n${JSON.stringify(value)}`,
    `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``,
    JSON.stringify(value).slice(0, 20),
  )

function proposalLaws<Task, State>(
  world: Environment<Task, State>,
  proposal: (task: Task) => fc.Arbitrary<unknown>,
  isSolved: (world: Environment<Task, State>, task: Task) => boolean = isWonByExpert,
): void {
  const { proposals } = world
  const draw = (seed: number): Task => world.generate('train', randomFrom(derive(rootKey(3), seed)))
  const random = (seed: number) => randomFrom(derive(rootKey(4), seed))

  test(`${world.name}: a proposal is refused with a RangeError, or makes a task that the world can read and says truly`, t => {
    fc.assert(
      fc.property(
        seeds.chain(seed => fc.tuple(fc.constant(seed), proposal(draw(seed)))),
        ([seed, value]) => {
          const task = draw(seed)
          try {
            const edit = present(proposals).apply(task, value, random(seed))
            t.deepEqual(world.parseTask(structuredClone(edit.task)), edit.task)
            t.deepEqual(
              present(proposals).apply(task, value, random(seed)),
              edit,
              'the same chance gives the same task',
            )
            t.is(typeof world.valid(edit.task), 'boolean')
          } catch (thrown) {
            t.true(thrown instanceof RangeError, String(thrown))
            t.regex((thrown as RangeError).message, /^proposal.* got /s)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test(`${world.name}: any JSON is a proposal or refused`, t => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        t.throws(() => present(proposals).apply(draw(1), value, random(1)), {
          instanceOf: RangeError,
          message: /^proposal/,
        })
      }),
    )
  })

  test(`${world.name}: what a model answers becomes a task that the expert wins, or is counted for its reason`, async t => {
    const module = new URL(`../../environments/${world.name}/index.js`, import.meta.url).href
    const environment = { module, options: {} }
    const answers = seeds.chain(seed => {
      const values = fc.oneof(
        { weight: 4, arbitrary: ofSchema(present(proposals).schema(draw(seed))) },
        proposal(draw(seed)),
      )
      const text = fc.oneof({ weight: 6, arbitrary: values.chain(answerWith) }, fc.string(), fc.json())
      return fc.tuple(fc.constant(seed), text)
    })
    await fc.assert(
      fc.asyncProperty(answers, async ([seed, text]) => {
        const task = draw(seed)
        const found = jsonIn(text)
        if (found === undefined) return
        const checked = await checkProposal({ environment, task, proposal: found, key: derive(rootKey(4), seed) })
        if (checked.kind === 'refused') {
          t.true(proposalRefusals.includes(checked.refusal))
          return
        }
        if (checked.kind === 'failed') throw new Error(JSON.stringify(checked.failure))
        const changed = world.parseTask(checked.edit.task)
        t.notDeepEqual(changed, task)
        t.true(isSolved(world, changed), text)
      }),
      { numRuns: 40 },
    )
  })

  test(`${world.name}: the adapter is told the task and the form of a proposal as plain data`, t => {
    const task = draw(2)
    t.true(present(proposals).tell(task).includes(world.describe(task)))
    const schema = present(proposals).schema(task)
    t.deepEqual(structuredClone(schema), schema)
  })
}

/** Played as an episode is, not by the planner alone. */
function isWonByExpert<Task, State>(world: Environment<Task, State>, task: Task): boolean {
  let { state } = world.start(task, rootKey(0))
  for (let step = 0; step < world.stepLimit(task); step += 1) {
    const action = world.expert(state)
    if (action === null) return false
    const { state: next, won } = world.step(state, action)
    if (won) return true
    state = next
  }
  return false
}

/** Where programs are run elsewhere: by the exact label of what the expert writes. */
function isLabelledGood<Task, State>(world: Environment<Task, State>, task: Task): boolean {
  const { state } = world.start(task, rootKey(0))
  const action = world.expert(state)
  return action !== null && world.label(state, action).good
}

proposalLaws(household(), task => {
  const kinds = (all: readonly { readonly kind: string }[]) =>
    fc.constantFrom(...all.map(({ kind }) => kind), 'Unicorn')
  return fc.record({
    kind: fc.constantFrom('place', 'clean', 'heat', 'cool', 'two', 'light'),
    thing: kinds(task.room.things),
    place: kinds(task.room.receptacles),
  })
})

const clause = fc.oneof(
  fc.record({ kind: fc.constantFrom('even', 'odd', 'reverse', 'sort up', 'sort down', 'double', 'shuffle') }),
  fc.record({ kind: fc.constantFrom('greater', 'add', 'take', 'drop'), k: fc.integer({ min: -1, max: 12 }) }),
)
proposalLaws(
  coding(),
  () =>
    fc.record({
      clauses: fc.array(clause, { maxLength: 4 }),
      output: fc.constantFrom('list', 'sum', 'maximum', 'length', 'mean'),
    }),
  isLabelledGood,
)

proposalLaws(desk(), task =>
  fc.record({
    goals: fc.array(
      fc.record({
        kind: fc.constantFrom('star', 'erase', 'set', 'fly'),
        mail: fc.constantFrom(
          ...task.data.mails.map(({ subject, from }) => `${subject} of ${from}`),
          'Lunch of Nobody',
        ),
        file: fc.constantFrom(...task.data.files.map(({ name }) => name), 'Unicorn'),
        setting: fc.constantFrom('Wi-Fi', 'Volume'),
        value: fc.constantFrom('on', 'off', 'High'),
      }),
      { maxLength: 3 },
    ),
    hint: fc.integer({ min: -1, max: 4 }),
  }),
)

test('what is kept for measuring is not proposed for training', t => {
  const { generate, proposals } = coding()
  const task = generate('train', randomFrom(rootKey(5)))
  for (const split of ['seen', 'unseen'] as const)
    for (const seed of [1, 2, 3]) {
      const random = randomFrom(derive(rootKey(7), split, seed))
      t.throws(() => present(proposals).apply(task, generate(split, random), random), {
        instanceOf: RangeError,
        message: `proposal must be a pipeline of train, got one of ${split}`,
      })
    }
})

test('a pipeline that tests cannot tell from a shorter one is refused, and it is said why', t => {
  const { generate, proposals } = coding()
  const pipelines: readonly Pipeline[] = [
    { clauses: [{ kind: 'reverse' }, { kind: 'sort up' }], output: 'sum' },
    { clauses: [{ kind: 'even' }, { kind: 'odd' }], output: 'length' },
  ]
  for (const pipeline of pipelines) {
    const random = randomFrom(rootKey(8))
    t.throws(() => present(proposals).apply(generate(splitOf(pipeline), random), pipeline, random), {
      instanceOf: RangeError,
      message: /^proposal must not print the same of all lists, and each clause must matter, got \{/,
    })
  }
})

test('the goal as it was is the task as it was, in the same words', t => {
  const world = household({ goals: ['place'] })
  const task = world.generate('train', randomFrom(rootKey(6)))
  const { thing, place } = task.goal
  for (const seed of [1, 2, 3, 4])
    t.deepEqual(
      present(world.proposals).apply(task, { kind: 'place', thing, place }, randomFrom(rootKey(seed))).task,
      task,
    )
})

test('a proposal that fits becomes the task that it says', t => {
  const world = household()
  const task = world.generate('train', randomFrom(rootKey(5)))
  const place = nth(task.room.receptacles, 0).kind
  const thing = nth(
    task.room.things.filter(({ pickupable, receptacles }) => pickupable && receptacles.length > 0),
    0,
  ).kind
  const edits = ['place', ' PLACE '].map(kind => {
    try {
      return present(world.proposals).apply(task, { kind, thing: thing.toLowerCase(), place }, randomFrom(rootKey(1)))
        .task
    } catch (thrown) {
      return (thrown as Error).message
    }
  })
  t.deepEqual(edits[0], edits[1])
  const program = coding()
  const edit = present(program.proposals).apply(
    program.generate('train', randomFrom(rootKey(5))),
    { clauses: [{ kind: 'even' }, { kind: 'add', k: 2 }], output: 'sum' },
    randomFrom(rootKey(1)),
  )
  t.deepEqual(edit.task.clauses, [{ kind: 'even' }, { kind: 'add', k: 2 }])
  t.true(program.valid(edit.task))
  t.regex(edit.reason, / into even, add 2, sum\.$/)
})
