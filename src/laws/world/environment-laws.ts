import type { Environment, Split } from '../../contracts/worlds/environment.ts'
import type { Job, TestResult } from '../../contracts/worlds/job.ts'
import { cloned } from '../../contracts/same-data.ts'
import { loadTokenizer } from '../../model/tokenizer/load-tokenizer.ts'
import { buildTokenizerJson } from '../../model/tokenizer/tokenizer-json.ts'
import { verdicts } from '../../reward/verdicts/verdict-text.ts'
import type { Law } from '../law/law.ts'
import { equal, must } from '../law/must.ts'
import { examinedLaws } from './examined-laws.ts'
import { rewardHoleLaws } from './reward-hole-laws.ts'
import { chanceOf, nonsense, worldPlayer, type WorldPlayer } from './play.ts'
import { screenLaws } from './screen-laws.ts'
import { situationLaws } from './situation-laws.ts'
import { playLaws, plainLaw, type MakeLaw, type TryOptions } from './world-law.ts'

export interface WorldLawOptions<Task> extends Partial<TryOptions> {
  /** The observation after an invalid command; `null`, or left out, where any text may be an action. */
  readonly refusal?: string | null
  /** A signature that no task of `unseen` may share with one of another split, e.g. the layout of its room; left out, the task. */
  readonly layoutOf?: (task: Task) => string
  /** Runs programs, where the world's steps are programs. */
  readonly run?: (job: Job) => readonly TestResult[]
}

/**
 * The laws that every world must satisfy to be played on any thread, graded, adapted and trained in. The error of a broken
 * one tells task and transcript of the shortest episode that breaks it, what was expected, and what was found.
 *
 * @param options `runs` (60): worlds whose tasks are slow to make want fewer.
 * @throws {RangeError} if programs have to be run and `run` is left out.
 */
export function environmentLaws<Task, State>(
  world: Environment<Task, State>,
  { refusal = null, layoutOf = textOf, runs = 60, seed, run = unable(world) }: WorldLawOptions<Task> = {},
): readonly Law[] {
  const player = worldPlayer(world, run)
  const law = playLaws(world.name, { runs, ...(seed === undefined ? {} : { seed }) }, player.told)
  const subject = { world, runs, law, ...player }
  return [
    ...episodeLaws(subject, refusal),
    ...taskLaws(subject, layoutOf),
    ...rewardHoleLaws(world, law, player),
    ...situationLaws(world, law, player),
    ...screenLaws(world, law, player.walk),
    ...examinedLaws(world, { run, law, walk: player.walk }),
  ]
}

interface Subject<Task, State> extends WorldPlayer<Task, State> {
  readonly world: Environment<Task, State>
  readonly runs: number
  readonly law: MakeLaw
}

/** Of single steps and episodes. */
function episodeLaws<Task, State>(
  { world, lead, labelOf, walk, law }: Subject<Task, State>,
  refusal: string | null,
): readonly Law[] {
  return [
    law('the same seed and actions give the same episode', play => {
      equal(walk(play), walk(play), 'the second episode')
    }),
    law('stepping, looking and grading leave the state as it was', play => {
      for (const { state, action } of walk(play).visits) {
        const before = cloned(state)
        lead(state, action)
        world.admissible(state)
        world.expert(state)
        labelOf(state, action)
        equal(state, before, `the state after ${action}`)
      }
    }),
    law('a state survives the trip to another thread and plays on alike', play => {
      for (const { state, action } of walk(play).visits.slice(-3)) {
        const arrived = cloned(state)
        equal(arrived, state, 'the state that arrived')
        equal(lead(arrived, action), lead(state, action), `the result of ${action} there`)
        equal(world.expert(arrived), world.expert(state), "the expert's action there")
      }
    }),
    law('what is admissible is taken, sorted and named once; what is not is refused and changes nothing', play => {
      const { last } = walk(play)
      const admissible = world.admissible(last)
      equal(admissible, [...new Set(admissible)].sort(), 'the list of admissible commands')
      const { state, observation, won } = lead(last, nonsense)
      if (refusal === null) return must(!won, `'${nonsense}' won`)
      for (const action of admissible) must(lead(last, action).observation !== refusal, `'${action}' was refused`)
      equal({ state, observation }, { state: last, observation: refusal }, `the result of '${nonsense}'`)
    }),
    law('a refused command is never a good step', play => {
      for (const { state } of walk(play).visits) must(!labelOf(state, nonsense).good, `'${nonsense}' was a good step`)
    }),
    law('wherever play has led, each step of the expert is admissible and labelled good', play => {
      let { last: state } = walk(play)
      for (let step = 0; step < 3; step += 1) {
        const action = world.expert(state)
        if (action === null) return
        const { good, reason } = labelOf(state, action)
        must(world.admissible(state).includes(action), `the expert's '${action}' is not admissible`)
        must(good, `the expert's '${action}' is labelled bad: ${reason}`)
        state = lead(state, action).state
      }
    }),
    law('a step that wins is good', play => {
      for (const { state, action } of walk(play).visits)
        if (lead(state, action).won) must(labelOf(state, action).good, `'${action}' won and is labelled bad`)
    }),
    law('a reward is a finite number; what loses does not win, and leaves nothing to do', play => {
      for (const { state, action } of walk(play).visits) {
        const { state: next, won, lost = false, reward = 0 } = lead(state, action)
        must(Number.isFinite(reward), `the reward of '${action}' is ${reward}`)
        if (!lost) continue
        must(!won, `'${action}' wins and loses`)
        equal(world.admissible(next), [], `the list of admissible commands after '${action}' lost`)
      }
    }),
  ]
}

/** Of tasks, edits and words. */
function taskLaws<Task, State>(
  { world, runs, task, labelOf, walk, expertly, law }: Subject<Task, State>,
  layoutOf: (task: Task) => string,
): readonly Law[] {
  return [
    law('the expert wins every generated task within the step limit', play => {
      const { won, last, visits, task: made } = expertly(play)
      if (won) return
      const atALoss = visits.length < world.stepLimit(made) && world.expert(last) === null
      must(false, atALoss ? 'the expert knows no step' : `it has not won after ${visits.length} steps`)
    }),
    law('a task survives a file', play => {
      const { task: made } = walk({ ...play, choices: [] })
      equal(world.parseTask(JSON.parse(JSON.stringify(made))), made, 'the task that was read')
      must(world.valid(made), 'the generated task is not valid')
    }),
    law(
      'an edit changes the task, keeps it readable, and repeats',
      play => {
        const { visits, task: made } = walk(play)
        const visit = visits.at(-1)
        const complaint = visit === undefined ? null : labelOf(visit.state, visit.action).reason
        for (const name of [...world.editNames('harder'), ...world.editNames('easier')]) {
          const edit = () => world.edit(made, name, chanceOf(play.seed, name), complaint)
          const edited = edit()
          if (edited === null) continue
          equal(edited, edit(), `the edit '${name}', made once more,`)
          equal(edited.name, name, 'the name of the edit')
          must(textOf(edited.task) !== textOf(made), `the edit '${name}' changed nothing`)
          equal(world.parseTask(JSON.parse(JSON.stringify(edited.task))), edited.task, 'the edited task that was read')
          must(
            world.start(edited.task).observation.includes(world.describe(edited.task)),
            `after the edit '${name}' the opening does not contain the goal`,
          )
        }
      },
      Math.ceil(runs / 4),
    ),
    law('no word of the world is without a token; what a model has to write comes back word for word', play => {
      const tokenizer = tokenizerOf(world)
      const { task: made, texts, visits, last } = walk(play)
      const reasons = visits.map(({ state, action }) => labelOf(state, action).reason)
      const { unitTesting } = world
      const tests = unitTesting === undefined ? [] : [unitTesting.exampleTest(made, chanceOf(play.seed, 'tests'))]
      const written = [...reasons, ...tests, ...world.admissible(last)]
      for (const text of [...texts, ...written])
        must(!tokenizer.encode(text).includes(tokenizer.unknown), `a word has no token in '${text}'`)
      for (const text of written) equal(tokenizer.decode(tokenizer.encode(text)), text, 'the text that comes back')
    }),
    plainLaw(world.name, 'unseen tasks share no layout with the others, seen ones no task with train', () => {
      const tasks = (split: Split) => Array.from({ length: runs }, (_, each) => task(split, each))
      const [train, seen, unseen] = [tasks('train'), tasks('seen'), tasks('unseen')]
      const trained = new Set([...train, ...seen].map(layoutOf))
      const known = unseen.find(each => trained.has(layoutOf(each)))
      must(known === undefined, `an unseen task has a layout of another split: ${textOf(known)}`)
      const asked = new Set(train.map(textOf))
      const again = seen.find(each => asked.has(textOf(each)))
      must(again === undefined, `a seen task is a task of train: ${textOf(again)}`)
    }),
  ]
}

const textOf = (task: unknown): string => JSON.stringify(task) ?? String(task)

/** The tokenizer that a warm start makes for the world. */
const tokenizerOf = <Task, State>({ language }: Environment<Task, State>) =>
  loadTokenizer(buildTokenizerJson(language, Object.values(verdicts)))

/** Stands for `run` where it is left out. */
function unable<Task, State>({ name, executionCheck, unitTesting }: Environment<Task, State>): () => never {
  const refuse = (): never => {
    throw new RangeError(`run must be given for ${name}, whose steps are programs`)
  }
  return executionCheck === undefined && unitTesting === undefined ? refuse : refuse()
}
