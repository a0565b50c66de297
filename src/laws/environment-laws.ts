import type { Environment, Split } from '../contracts/worlds/environment.ts'
import { verdicts } from '../reward/verdicts/verdict-text.ts'
import { loadTokenizer } from '../model/tokenizer/load-tokenizer.ts'
import { buildTokenizerJson } from '../model/tokenizer/tokenizer-json.ts'
import type { Job, TestResult } from '../contracts/worlds/job.ts'
import { chanceOf, examinedLaws } from './examined-laws.ts'
import { equal, must } from './must.ts'
import type { Law } from './law.ts'
import { screenLaws } from './screen-laws.ts'
import { nonsense, worldSubject, type WorldSubject } from './world-subject.ts'
import { cloned } from '../contracts/same-data.ts'

export interface WorldLawOptions<Task> {
  /** The observation after an invalid command; `null` where every action is run as a program. */
  readonly refusal: string | null
  /** A signature that no task of `unseen` may share with one of another split, e.g. the layout of its room. */
  readonly layoutOf: (task: Task) => string
  /** Cases tried of each law; worlds whose tasks are slow to make want fewer. */
  readonly runs?: number
  /** Runs programs, where the world's steps are programs. */
  readonly run?: (job: Job) => readonly TestResult[]
}

/**
 * The laws that every world must satisfy to be played on any thread, judged, adapted and trained in.
 *
 * @throws {RangeError} if programs have to be run and `run` is left out.
 */
export function environmentLaws<Task, State>(
  world: Environment<Task, State>,
  { refusal, layoutOf, runs = 60, run = unable(world) }: WorldLawOptions<Task>,
): readonly Law[] {
  const subject = worldSubject(world, runs, run)
  const { task, walk, inEachPlay } = subject
  return [
    ...playLaws(subject, refusal),
    ...taskLaws(subject, layoutOf),
    ...screenLaws(world, check => inEachPlay(each => check(walk(each)))),
    ...examinedLaws(world, {
      run,
      inEachPlay: check =>
        inEachPlay(each => {
          const { seed, split } = each
          check({ ...walk(each), task: task(split, seed), random: chanceOf(seed, 'tests') })
        }),
    }),
  ]
}

/** Of single steps and episodes. */
function playLaws<Task, State>(subject: WorldSubject<Task, State>, refusal: string | null): readonly Law[] {
  const { world, lead, labelOf, walk, law } = subject
  return [
    law('the same seed and actions give the same episode', each => {
      equal(walk(each), walk(each))
    }),
    law('stepping, looking and judging leave the state as it was', each => {
      for (const { state, action } of walk(each).visits) {
        const before = cloned(state)
        lead(state, action)
        world.admissible(state)
        world.expert(state)
        labelOf(state, action)
        equal(state, before)
      }
    }),
    law('a state survives the trip to another thread and plays on alike', each => {
      for (const { state, action } of walk(each).visits.slice(-3)) {
        const arrived = cloned(state)
        equal(arrived, state)
        equal(lead(arrived, action), lead(state, action))
        equal(world.expert(arrived), world.expert(state))
      }
    }),
    law('what is admissible is taken, sorted and named once; what is not is refused and changes nothing', each => {
      const { last } = walk(each)
      const admissible = world.admissible(last)
      equal(admissible, [...new Set(admissible)].sort())
      for (const action of admissible) must(lead(last, action).observation !== refusal, `${action} was refused`)
      const { state, observation, won } = lead(last, nonsense)
      if (refusal === null) must(!won, `${nonsense} won`)
      else equal({ state, observation }, { state: last, observation: refusal })
    }),
    law('a refused command is never a good step', each => {
      for (const { state } of walk(each).visits) must(!labelOf(state, nonsense).good, 'a refused command was good')
    }),
    law('wherever play has led, each step of the expert is admissible and labelled good', each => {
      let { last: state } = walk(each)
      for (let step = 0; step < 3; step += 1) {
        const action = world.expert(state)
        if (action === null) return
        const { good, reason } = labelOf(state, action)
        must(world.admissible(state).includes(action), `the expert's ${action} is not admissible`)
        must(good, `the expert's ${action} is labelled bad: ${reason}`)
        state = lead(state, action).state
      }
    }),
    law('a step that wins is good', each => {
      for (const { state, action } of walk(each).visits)
        if (lead(state, action).won) must(labelOf(state, action).good, `${action} won and is labelled bad`)
    }),
    law('a reward is a finite number; what loses does not win, and leaves nothing to do', each => {
      for (const { state, action } of walk(each).visits) {
        const { state: next, won, lost = false, reward = 0 } = lead(state, action)
        must(Number.isFinite(reward), `the reward of ${action} is ${reward}`)
        if (!lost) continue
        must(!won, `${action} wins and loses`)
        equal(world.admissible(next), [])
      }
    }),
  ]
}

/** Of tasks, edits and words. */
function taskLaws<Task, State>(subject: WorldSubject<Task, State>, layoutOf: (task: Task) => string): readonly Law[] {
  const { world, runs, task, lead, labelOf, walk, inEachPlay, law } = subject
  return [
    law('the expert wins every generated task within the step limit', ({ seed, split }) => {
      const made = task(split, seed)
      let { state } = world.start(made)
      for (let step = 0; step < world.stepLimit(made); step += 1) {
        const action = world.expert(state)
        must(action !== null, `the expert is at a loss in ${JSON.stringify(made)}`)
        const { state: next, won } = lead(state, action ?? '')
        if (won) return
        state = next
      }
      must(false, `the expert did not win ${JSON.stringify(made)}`)
    }),
    law('a task survives a file', ({ seed, split }) => {
      const made = task(split, seed)
      equal(world.parseTask(JSON.parse(JSON.stringify(made))), made)
      must(world.valid(made), 'a generated task is not valid')
    }),
    {
      name: 'an edit changes the task, keeps it readable, and repeats',
      check: () =>
        inEachPlay(
          each => {
            const { seed, split } = each
            const made = task(split, seed)
            const visit = walk(each).visits.at(-1)
            const complaint = visit === undefined ? null : labelOf(visit.state, visit.action).reason
            for (const name of [...world.editNames('harder'), ...world.editNames('easier')]) {
              const edit = () => world.edit(made, name, chanceOf(seed, name), complaint)
              const edited = edit()
              if (edited === null) continue
              equal(edited, edit())
              equal(edited.name, name)
              must(JSON.stringify(edited.task) !== JSON.stringify(made), `${name} changed nothing`)
              equal(world.parseTask(JSON.parse(JSON.stringify(edited.task))), edited.task)
              must(world.start(edited.task).observation.includes(world.describe(edited.task)), `${name} hides its goal`)
            }
          },
          Math.ceil(runs / 4),
        ),
    },
    {
      name: 'no word of the world is without a token; what a model has to write comes back word for word',
      check: () => {
        const tokenizer = tokenizerOf(world)
        inEachPlay(each => {
          const { texts, visits, last } = walk(each)
          const reasons = visits.map(({ state, action }) => labelOf(state, action).reason)
          const { unitTesting } = world
          const { seed, split } = each
          const tests =
            unitTesting === undefined ? [] : [unitTesting.exampleTest(task(split, seed), chanceOf(seed, 'tests'))]
          const written = [...reasons, ...tests, ...world.admissible(last)]
          for (const text of [...texts, ...written])
            must(!tokenizer.encode(text).includes(tokenizer.unknown), `a word has no token in '${text}'`)
          for (const text of written) equal(tokenizer.decode(tokenizer.encode(text)), text)
        })
      },
    },
    {
      name: 'unseen tasks share no layout with the others, seen ones no task with train',
      check: () => {
        const tasks = (split: Split) => Array.from({ length: runs }, (_, seed) => task(split, seed))
        const [train, seen, unseen] = [tasks('train'), tasks('seen'), tasks('unseen')]
        const trained = new Set([...train, ...seen].map(layoutOf))
        must(!unseen.some(each => trained.has(layoutOf(each))), 'an unseen task has a layout of another split')
        const asked = new Set(train.map(each => JSON.stringify(each)))
        must(!seen.some(each => asked.has(JSON.stringify(each))), 'a seen task is a task of train')
      },
    },
  ]
}

/** The tokenizer that a warm start makes for the world. */
const tokenizerOf = <Task, State>({ language }: Environment<Task, State>) =>
  loadTokenizer(buildTokenizerJson(language, Object.values(verdicts)))

/** Replaces `run` where it is left out. */
function unable<Task, State>({ name, executionCheck, unitTesting }: Environment<Task, State>): () => never {
  const refuse = (): never => {
    throw new RangeError(`run must be given for ${name}, whose steps are programs`)
  }
  return executionCheck === undefined && unitTesting === undefined ? refuse : refuse()
}
