import type { RunJob, World } from '../../contracts/worlds/world.ts'
import { loadTokenizer } from '../../model/tokenizer/load-tokenizer.ts'
import { buildTokenizerJson } from '../../model/tokenizer/tokenizer-json.ts'
import { verdicts } from '../../reward/verdicts/verdict-text.ts'
import { soleAgent } from '../../rollout/episode/agents.ts'
import type { AsyncLaw } from '../law/law.ts'
import { equal, must } from '../law/must.ts'
import { asyncLawsOf } from './async-law.ts'
import { isOver, keyOfPlay, OpenPlayer } from './open-player.ts'
import { chanceOf, plays, type RandomPlay } from './play.ts'
import type { TryOptions } from './world-law.ts'

export interface OpenWorldLawOptions<Task> extends Partial<TryOptions> {
  /** For a world that makes none by itself. */
  readonly tasks?: readonly Task[]
  /** Runs programs, where the world's steps are programs. */
  readonly run?: RunJob
}

/**
 * The laws that every world must satisfy that opens episodes: those of what it offers. Actions are those of its expert's
 * simulator, or phrases of its language, and text that it does not know. Errors are as those of `environmentLaws`.
 *
 * @param options `runs` (60) cases of each law.
 * @throws {RangeError} if the world generates no tasks, and none are given.
 */
export function openWorldLaws<Task>(
  world: World<Task>,
  { runs = 60, seed, tasks = [], run = unable(world) }: OpenWorldLawOptions<Task> = {},
): readonly AsyncLaw[] {
  if (world.generate === undefined && tasks.length === 0)
    throw new RangeError(`tasks must be given for ${world.name}, which generates none, got none`)
  const player = new OpenPlayer(world, tasks, run)
  const told = () => player.transcript
  const options = { world: world.name, cases: plays, runs, ...(seed === undefined ? {} : { seed }), told }
  const law = asyncLawsOf<RandomPlay>(options)
  const subject: Subject<Task> = { world, player, law }
  const kinds = [episodeLaws, repetitionLaws, agentLaws, languageLaws, editLaws, expertLaws]
  return kinds.flatMap(lawsOf => lawsOf(subject))
}

interface Subject<Task> {
  readonly world: World<Task>
  readonly player: OpenPlayer<Task>
  readonly law: ReturnType<typeof asyncLawsOf<RandomPlay>>
}

const episodeLaws = <Task>({ world, player, law }: Subject<Task>): readonly AsyncLaw[] => [
  law('any text is an action, and an episode can be left at any time', async play => {
    await player.playOut(play)
  }),
  law('a task survives a file, has a step limit of at least 1, and its opening contains the goal', async play => {
    const { task, episode } = await player.begin(play)
    await episode.close()
    equal(world.parseTask(JSON.parse(JSON.stringify(task))), task, 'the task that was read')
    const limit = world.stepLimit(task)
    must(Number.isSafeInteger(limit) && limit >= 1, `the step limit is ${limit}`)
    must(episode.observation.includes(world.describe(task)), `the opening does not contain '${world.describe(task)}'`)
  }),
  law('a score is a share, and 1 exactly where a step won; what wins does not lose; rewards are finite', async play => {
    for (const { won, lost = false, score, reward = 0, localReward = 0 } of (await player.playOut(play)).results) {
      must(score >= 0 && score <= 1, `the score is ${score}`)
      must(won === (score === 1), `the score is ${score}, and the step ${won ? 'won' : 'did not win'}`)
      must(!(won && lost), 'the step wins and loses')
      must(Number.isFinite(reward) && Number.isFinite(localReward), `the rewards are ${reward} and ${localReward}`)
    }
  }),
]

function repetitionLaws<Task>({ world, player, law }: Subject<Task>): readonly AsyncLaw[] {
  if (!world.deterministic) return []
  const alike = law('the same task, key and actions give the same episode', async play => {
    const first = await player.playOut(play)
    equal(await player.playOut(play), first, 'the second episode')
  })
  if (world.forks !== true) return [alike]
  const forked = law('a fork goes on as its origin does, which it leaves as it was', async play => {
    const { task, episode } = await player.begin(play)
    const actions = player.actionsOf(play, task)
    const half = Math.floor(actions.length / 2)
    try {
      if ((await player.acted(episode, actions.slice(0, half))).some(isOver)) return
      must(episode.fork !== undefined, 'the episode has no fork')
      const fork = await episode.fork?.()
      if (fork === undefined) return
      const ofFork = await player.acted(fork, actions.slice(half))
      await fork.close()
      equal(await player.acted(episode, actions.slice(half)), ofFork, 'what the origin answers after its fork')
    } finally {
      await episode.close()
    }
  })
  return [alike, forked]
}

function agentLaws<Task>({ world: { agents }, player, law }: Subject<Task>): readonly AsyncLaw[] {
  if (agents === undefined) return []
  return [
    law('each turn is of an agent that the world names', async play => {
      const { opening, results } = await player.playOut(play)
      for (const { agent = soleAgent } of [opening, ...results.filter(result => !isOver(result))])
        must(agents.includes(agent), `the turn is of '${agent}'`)
    }),
  ]
}

function languageLaws<Task>({ world: { language }, player, law }: Subject<Task>): readonly AsyncLaw[] {
  if (language === undefined) return []
  return [
    law('no word of the world is without a token', async play => {
      const tokenizer = loadTokenizer(buildTokenizerJson(language, Object.values(verdicts)))
      const { opening, results } = await player.playOut(play)
      for (const { observation } of [opening, ...results])
        must(!tokenizer.encode(observation).includes(tokenizer.unknown), `a word has no token in '${observation}'`)
    }),
  ]
}

function editLaws<Task>({ world, player, law }: Subject<Task>): readonly AsyncLaw[] {
  const { editor } = world
  if (editor === undefined) return []
  return [
    law('an edit changes the task, and repeats', async play => {
      const { task, episode } = await player.begin(play)
      await episode.close()
      for (const name of [...editor.names('harder'), ...editor.names('easier')]) {
        const edit = () => editor.edit(task, name, chanceOf(play.seed, name), null)
        const edited = edit()
        if (edited === null) continue
        equal(edit(), edited, `the edit '${name}', made once more,`)
        must(JSON.stringify(edited.task) !== JSON.stringify(task), `the edit '${name}' changed nothing`)
        equal(world.parseTask(JSON.parse(JSON.stringify(edited.task))), edited.task, 'the edited task')
      }
    }),
  ]
}

function expertLaws<Task>({ world, player, law }: Subject<Task>): readonly AsyncLaw[] {
  const { simulator } = world
  if (simulator === undefined || !world.deterministic) return []
  return [
    law('the expert wins every task within the step limit', async play => {
      const { task, episode } = await player.begin(play)
      let { state } = simulator.start(task, keyOfPlay(play))
      try {
        for (let step = 0; step < simulator.stepLimit(task); step += 1) {
          const action = simulator.expert(state)
          must(action !== null, 'the expert knows no step')
          const result = await player.act(episode, action ?? '')
          if (result.won) return
          state = simulator.step(state, action ?? '').state
        }
      } finally {
        await episode.close()
      }
      must(false, `it has not won after ${player.transcript.steps.length} steps`)
    }),
  ]
}

const unable =
  <Task>({ name }: World<Task>): RunJob =>
  () =>
    Promise.reject(new RangeError(`run must be given for ${name}, whose steps are programs`))
