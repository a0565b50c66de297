/** What every world must satisfy; each world's own test applies it. */
import assert from 'node:assert/strict'
import test from 'ava'
import fc from 'fast-check'
import type { Environment, Split } from '../../src/environment.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'

export interface LawOptions<Task> {
  /** Runs of each property; worlds whose tasks are slow to make want fewer. */
  readonly runs: number
  /** What the world says to a command that it does not take. */
  readonly refusal: string
  /** What no task of `unseen` may share with one of another split, e.g. the layout of its room. */
  readonly layoutOf: (task: Task) => string
}

/** A task and a row of choices among what is admissible, or of commands that are not. */
interface Play {
  readonly seed: number
  readonly split: Split
  readonly choices: readonly number[]
}

const play: fc.Arbitrary<Play> = fc.record({
  seed: fc.nat(),
  split: fc.constantFrom<Split[]>('train', 'seen', 'unseen'),
  choices: fc.array(fc.nat(), { maxLength: 25 }),
})

/** One command in seven is one that no world takes. */
function commandFor(choice: number, admissible: readonly string[]): string {
  return choice % 7 === 0 ? 'dance on the ceiling' : admissible[choice % admissible.length]!
}

export function environmentLaws<Task, State>(
  world: Environment<Task, State>,
  { runs, refusal, layoutOf }: LawOptions<Task>,
): void {
  const task = (split: Split, seed: number) => world.generate(split, randomFrom(derive(rootKey(seed), split)))
  /** Every state of a random episode, the first one too, and what was done there. */
  const walk = ({ seed, split, choices }: Play) => {
    const begun = world.start(task(split, seed))
    const texts = [begun.observation]
    const visits: { readonly state: State; readonly action: string }[] = []
    let { state } = begun
    for (const choice of choices) {
      const action = commandFor(choice, world.admissible(state))
      visits.push({ state, action })
      const { state: next, observation, won } = world.step(state, action)
      texts.push(observation)
      state = next
      if (won) break
    }
    return { visits, last: state, texts }
  }
  const law = (name: string, check: (each: Play) => void, numRuns = runs) =>
    test(`${world.name}: ${name}`, t => {
      t.notThrows(() => fc.assert(fc.property(play, check), { numRuns }))
    })

  law('the same seed and actions give the same episode', each => {
    equal(walk(each), walk(each))
  })
  law('stepping, looking and judging leave the state as it was', each => {
    const { visits } = walk(each)
    for (const { state, action } of visits) {
      const before = structuredClone(state)
      world.step(state, action)
      world.admissible(state)
      world.expert(state)
      world.label(state, action)
      equal(state, before)
    }
  })
  law('a state survives the trip to another thread and plays on alike', each => {
    const { visits } = walk(each)
    for (const { state, action } of visits.slice(-3)) {
      const arrived = structuredClone(state)
      equal(arrived, state)
      equal(world.step(arrived, action), world.step(state, action))
      equal(world.expert(arrived), world.expert(state))
    }
  })
  law('what is admissible is taken, sorted and named once; what is not is refused and changes nothing', each => {
    const { last } = walk(each)
    const admissible = world.admissible(last)
    equal(admissible, [...new Set(admissible)].sort())
    for (const action of admissible) must(world.step(last, action).observation !== refusal, `${action} was refused`)
    const { state, observation } = world.step(last, 'dance on the ceiling')
    equal({ state, observation }, { state: last, observation: refusal })
  })
  law('a refused command is never a good step', each => {
    for (const { state } of walk(each).visits)
      must(!world.label(state, 'dance on the ceiling').good, 'a refused command was good')
  })
  law('wherever play has led, each step of the expert is admissible and labelled good', each => {
    let { last: state } = walk(each)
    for (let step = 0; step < 3; step += 1) {
      const action = world.expert(state)
      if (action === null) return
      must(world.admissible(state).includes(action), `the expert's ${action} is not admissible`)
      must(
        world.label(state, action).good,
        `the expert's ${action} is labelled bad: ${world.label(state, action).reason}`,
      )
      state = world.step(state, action).state
    }
  })
  law('a step that wins is good', each => {
    for (const { state, action } of walk(each).visits) {
      if (world.step(state, action).won) must(world.label(state, action).good, `${action} won and is labelled bad`)
    }
  })
  law('the expert wins every generated task within the step limit', ({ seed, split }) => {
    const made = task(split, seed)
    let { state } = world.start(made)
    for (let step = 0; step < world.stepLimit(made); step += 1) {
      const action = world.expert(state)
      must(action !== null, `the expert is at a loss in ${JSON.stringify(made)}`)
      const { state: next, won } = world.step(state, action ?? '')
      if (won) return
      state = next
    }
    must(false, `the expert did not win ${JSON.stringify(made)}`)
  })
  law('a task survives a file', ({ seed, split }) => {
    const made = task(split, seed)
    equal(world.parseTask(JSON.parse(JSON.stringify(made))), made)
    must(world.valid(made), 'a generated task is not valid')
  })
  law(
    'an edit changes the task, keeps it readable, and repeats',
    ({ seed, split }) => {
      const made = task(split, seed)
      for (const direction of ['harder', 'easier'] as const) {
        for (const name of world.editNames(direction)) {
          const edit = () => world.edit(made, name, randomFrom(derive(rootKey(seed), name)))
          const edited = edit()
          if (edited === null) continue
          equal(edited, edit())
          equal(edited.name, name)
          must(JSON.stringify(edited.task) !== JSON.stringify(made), `${name} changed nothing`)
          equal(world.parseTask(JSON.parse(JSON.stringify(edited.task))), edited.task)
          must(world.start(edited.task).observation.includes(world.describe(edited.task)), `${name} hides its goal`)
        }
      }
    },
    Math.ceil(runs / 4),
  )
  law('no word of the world is without a token', each => {
    const { texts, visits, last } = walk(each)
    const spoken = [...visits.map(({ state, action }) => world.label(state, action).reason), ...world.admissible(last)]
    for (const text of [...texts, ...spoken]) equal(unknownParts(text), '')
  })
  test(`${world.name}: unseen tasks share no layout with the others, seen ones no task with train`, t => {
    const tasks = (split: Split) => Array.from({ length: runs }, (_, seed) => task(split, seed))
    const [train, seen, unseen] = [tasks('train'), tasks('seen'), tasks('unseen')]
    const trained = new Set([...train, ...seen].map(layoutOf))
    t.false(unseen.some(each => trained.has(layoutOf(each))))
    const asked = new Set(train.map(each => JSON.stringify(each)))
    t.false(seen.some(each => asked.has(JSON.stringify(each))))
  })

  const pieces = [...world.language.phrases, ...world.language.silent].sort((a, b) => b.length - a.length)
  const sign = '[\\p{L}\\p{N}]'
  const bounded = pieces.map(
    piece =>
      (/^[\p{L}\p{N}]/u.test(piece) ? `(?<!${sign})` : '') +
      piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') +
      (/[\p{L}\p{N}]$/u.test(piece) ? `(?!${sign})` : ''),
  )
  const longest = new RegExp(`${bounded.join('|')}|([^])`, 'gu')
  /** What no phrase and no separator covers, reading the longest that fits from left to right. */
  const unknownParts = (text: string): string => [...text.matchAll(longest)].map(match => match[1] ?? '').join('')
}

/** Fails the property it is called in. */
function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

function equal(actual: unknown, expected: unknown): void {
  assert.deepEqual(actual, expected)
}
