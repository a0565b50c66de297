/** A law that nothing breaks proves nothing: each is broken here by a world with one fault. */
import test from 'ava'
import post, { type PostState, type PostTask } from '../../../examples/post.ts'
import formulas, { type FormulaState, type FormulaTask } from '../../../examples/formulas.ts'
import type { Environment, GradedStep } from '../../../src/contracts/worlds/environment.ts'
import { runInMonty } from '../../../src/sandbox/monty/run.ts'
import { environmentLaws } from '../../../src/laws/index.ts'
import { present } from '../../fixtures/present.ts'

type World = Environment<PostTask, PostState>

const sound = post()
let calls = 0

const faults: readonly (readonly [law: string, change: Partial<World>])[] = [
  [
    'the same seed',
    { step: (state, action) => ({ ...sound.step(state, action), observation: `You are in ${calls++}` }) },
  ],
  ['as it was', { label: (state, action) => sound.label(Object.assign(state, { room: 1 }), action) }],
  [
    'another thread',
    { start: task => ({ ...sound.start(task), state: { ...begun(task), odd: () => 1 } as PostState }) },
  ],
  ['refused and changes nothing', { step: (state, action) => ({ ...sound.step(state, action), observation: 'Yes.' }) }],
  ['named once', { admissible: state => sound.admissible(state).toReversed() }],
  ['never a good step', { label: () => ({ good: true, reason: 'nearer to the goal' }) }],
  ['wherever play has led', { expert: () => 'wait' }],
  ['a step that wins', { label: () => ({ good: false, reason: 'nothing comes of it' }) }],
  ['a reward is a finite', { step: (state, action) => ({ ...sound.step(state, action), reward: Infinity }) }],
  ['leaves nothing to do', { step: (state, action) => ({ ...sound.step(state, action), won: false, lost: true }) }],
  ['within the step limit', { stepLimit: () => 2 }],
  ['survives a file', { parseTask: value => ({ ...sound.parseTask(value), limit: 9 }) }],
  ['an edit changes', { edit: (task, name) => ({ task, name, reason: '' }) }],
  ['without a token', { language: { phrases: ['go', 'left'], silent: [] } }],
  ['share no layout', { generate: (_, random) => sound.generate('train', random) }],
]
const begun = (task: PostTask): PostState => sound.start(task).state

for (const [part, change] of faults) {
  test(`a world is found out that breaks the law "${part}"`, t => {
    const world: World = { ...sound, ...change }
    const laws = environmentLaws(world, {
      refusal: 'Nothing happens.',
      layoutOf: ({ letter, goal }) => `${letter} to ${goal}`,
    })
    const broken = laws.find(({ name }) => name.includes(part))
    const message = t.throws(() => broken?.check())?.message ?? ''
    t.regex(message, new RegExp(`^post breaks the law: .*${part}`))
    t.regex(message, /^ {2}expected {2}.+\n {2}found {5}.+/m)
    if (part !== 'share no layout') t.regex(message, /^ {2}task {6}\{"start":.*\n {4}Bring the letter/m)
  })
}

test('the message of a broken law shows the shortest episode that breaks it', t => {
  const world: World = {
    ...sound,
    step: (state, action) => {
      const next = sound.step(state, action)
      return action === 'take letter' && next.state !== state ? { ...next, reward: NaN } : next
    },
  }
  const [law] = environmentLaws(world, { seed: 1 }).filter(({ name }) => name.startsWith('a reward is'))
  const message = t.throws(() => law?.check())?.message ?? ''
  const [first, task, opening, ...rest] = message.split('\n')
  const name = 'a reward is a finite number; what loses does not win, and leaves nothing to do'
  t.is(first, `post breaks the law: ${name}`)
  t.regex(task ?? '', /^ {2}task {6}\{"start":\d,"letter":\d,"goal":\d,"limit":\d+\}$/)
  t.regex(opening ?? '', /^ {4}Bring the letter from room/)
  t.is(rest.at(-5), '    > take letter')
  t.is(rest.at(-3), `  expected  ${name}`)
  t.is(rest.at(-2), "  found     the reward of 'take letter' is NaN")
  t.regex(rest.at(-1) ?? '', /^ {2}case \d+, smallest \{"seed":\d+,.*\}; again with seed 1$/)
})

test('without options the laws are those that need none', t => {
  const obeying = {
    ...sound,
    step: (state: PostState, action: string) => ({ ...sound.step(state, action), observation: 'Yes.' }),
  }
  for (const { name, check } of environmentLaws(sound, { runs: 20 })) t.notThrows(check, name)
  const law = environmentLaws(obeying, { runs: 20 }).find(({ name }) => name.includes('refused and changes nothing'))
  t.notThrows(() => law?.check())
})

type Formulas = Environment<FormulaTask, FormulaState>

const right = formulas()
const unitTesting = present(right.unitTesting)
const programs = { refusal: null, layoutOf: ({ plus }: FormulaTask) => String(plus), run: runInMonty }
/** A world whose execution checks grade something else. */
const concluding = (change: (graded: GradedStep) => Partial<GradedStep>): Partial<Formulas> => ({
  executionCheck: state => {
    const { job, grade } = present(present(right.executionCheck)(state))
    return {
      job,
      grade: results => {
        const graded = grade(results)
        return { ...graded, ...change(graded) }
      },
    }
  },
})

const faultsOfPrograms: readonly (readonly [law: string, change: Partial<Formulas>])[] = [
  ['nothing before', { step: (state, action) => ({ ...right.step(state, action), won: true }) }],
  ['the same run', concluding(() => ({ observation: `run ${calls++}` }))],
  [
    'the same run',
    {
      executionCheck: state => ({
        ...present(present(right.executionCheck)(state)),
        job: unitTesting.job(state.task, 'n', []),
      }),
    },
  ],
  ['a score is a share', concluding(({ score }) => ({ score: score / 2 }))],
  ['a score is a share', concluding(({ score }) => ({ score: score + 1 }))],
  ['refused and changes nothing', concluding(() => ({ won: true }))],
  ['never a good step', concluding(({ label }) => ({ label: { ...label, good: true } }))],
  ['a step that wins', concluding(({ label }) => ({ label: { ...label, good: false } }))],
  ['within the step limit', concluding(() => ({ won: false }))],
  ['the world writes is one', { unitTesting: { ...unitTesting, exampleTest: () => '4 -> ' } }],
  ['the world writes is one', { unitTesting: { ...unitTesting, exampleTest: () => '4 -> 1' } }],
  [
    'among others',
    {
      unitTesting: {
        ...unitTesting,
        job: (task, program, tests) => unitTesting.job(task, tests.length > 1 ? '0' : program, tests),
      },
    },
  ],
  ['an input and an output', { unitTesting: { ...unitTesting, parseTest: text => ({ input: text, output: '1' }) } }],
  [
    'an input and an output',
    {
      unitTesting: {
        ...unitTesting,
        parseTest: text => {
          const [input = '', output] = text.split('->').map(part => part.trim())
          return input === '' || output === undefined ? null : { input, output }
        },
      },
    },
  ],
]

for (const [index, [part, change]] of faultsOfPrograms.entries()) {
  test(`a world of programs is found out that breaks the law "${part}", by fault ${index + 1}`, t => {
    const laws = environmentLaws({ ...right, ...change }, programs)
    const broken = laws.find(({ name }) => name.includes(part))
    t.throws(() => broken?.check())
  })
}

test('a world whose steps are programs cannot be held to the laws without running them', t => {
  const { run: _, ...rest } = programs
  t.throws(() => environmentLaws(right, rest), {
    instanceOf: RangeError,
    message: 'run must be given for formulas, whose steps are programs',
  })
})

test('a task that the post does not have is refused by field and value', t => {
  const task = { start: 1, letter: 2, goal: 3, limit: 9 }
  t.deepEqual(sound.parseTask(task), task)
  const refused = (value: unknown, message: string) =>
    t.throws(() => sound.parseTask(value), { instanceOf: RangeError, message })
  refused({ ...task, letter: 7 }, 'letter must be an integer from 1 to 6, got 7')
  refused({ ...task, goal: undefined }, 'goal must be an integer from 1 to 6, got undefined')
  refused({ ...task, goal: 2 }, 'goal must be another room than letter, got 2 for both')
  refused(null, 'letter must be an integer from 1 to 6, got undefined')
  t.throws(() => post({ rooms: 3 }), {
    instanceOf: RangeError,
    message: 'rooms must be an integer from 4 to 12, got 3',
  })
})
