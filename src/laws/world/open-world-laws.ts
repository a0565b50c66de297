import type { ActResult, OpenEpisode, RunJob, World } from '../../contracts/worlds/world.ts'
import { derive, rootKey } from '../../math/random.ts'
import { nth } from '../../math/nth.ts'
import { loadTokenizer } from '../../model/tokenizer/load-tokenizer.ts'
import { buildTokenizerJson } from '../../model/tokenizer/tokenizer-json.ts'
import { verdicts } from '../../reward/verdicts/verdict-text.ts'
import { soleAgent } from '../../rollout/episode/agents.ts'
import type { AsyncLaw } from '../law/law.ts'
import { equal, must } from '../law/must.ts'
import { asyncLawsOf } from './async-law.ts'
import type { Transcript } from './broken-text.ts'
import { chanceOf, commandFor, nonsense, plays, type RandomPlay } from './play.ts'
import type { TryOptions } from './world-law.ts'

export interface OpenWorldLawOptions<Task> extends Partial<TryOptions> {
  /** For a world that makes none by itself. */
  readonly tasks?: readonly Task[]
  /** Runs programs, where the world's steps are programs. */
  readonly run?: RunJob
}

/** An episode, as far as it was played. */
interface Played {
  readonly opening: Pick<OpenEpisode, 'observation' | 'agent'>
  readonly results: readonly ActResult[]
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
  const { generate, editor, simulator, language, agents } = world
  if (generate === undefined && tasks.length === 0)
    throw new RangeError(`tasks must be given for ${world.name}, which generates none, got none`)
  let transcript: Transcript = { steps: [] }
  const law = asyncLawsOf<RandomPlay>({
    world: world.name,
    cases: plays,
    runs,
    ...(seed === undefined ? {} : { seed }),
    told: () => transcript,
  })

  const taskOf = ({ split, seed: drawn }: RandomPlay): Task =>
    generate === undefined ? nth(tasks, drawn % tasks.length) : generate(split, chanceOf(drawn, split))
  const keyOf = (play: RandomPlay) => derive(rootKey(play.seed), 'episode')
  const begin = async (play: RandomPlay): Promise<{ readonly task: Task; readonly episode: OpenEpisode }> => {
    transcript = { steps: [] }
    const task = taskOf(play)
    transcript.task = task
    const episode = await world.open(task, { key: keyOf(play), run, signal: new AbortController().signal })
    transcript.opening = episode.observation
    return { task, episode }
  }
  const act = async (episode: OpenEpisode, action: string): Promise<ActResult> => {
    const told: Transcript['steps'][number] = { action }
    transcript.steps.push(told)
    const result = await episode.act(action)
    told.observation = result.observation
    return result
  }
  /** As many as the step limit allows. */
  const actionsOf = (play: RandomPlay, task: Task): readonly string[] => {
    const choices = play.choices.slice(0, world.stepLimit(task))
    const phrases = language?.phrases ?? []
    if (simulator === undefined)
      return choices.map(choice => (choice % 7 === 0 ? undefined : phrases[choice % phrases.length]) ?? nonsense)
    let { state } = simulator.start(task, keyOf(play))
    return choices.map(choice => {
      const action = commandFor(choice, simulator.admissible(state), () => simulator.expert(state))
      state = simulator.step(state, action).state
      return action
    })
  }
  /** Acts until the episode is over or cut off. */
  const acted = async (episode: OpenEpisode, actions: readonly string[]): Promise<ActResult[]> => {
    const results: ActResult[] = []
    for (const action of actions) {
      if (results.some(isOver)) break
      results.push(await act(episode, action))
    }
    return results
  }
  const playOut = async (play: RandomPlay): Promise<Played> => {
    const { task, episode } = await begin(play)
    const { observation, agent } = episode
    try {
      const results = await acted(episode, actionsOf(play, task))
      return { opening: { observation, ...(agent === undefined ? {} : { agent }) }, results }
    } finally {
      await episode.close()
    }
  }

  return [
    law('any text is an action, and an episode can be left at any time', async play => {
      await playOut(play)
    }),
    law('a task survives a file, has a step limit of at least 1, and its opening contains the goal', async play => {
      const { task, episode } = await begin(play)
      await episode.close()
      equal(world.parseTask(JSON.parse(JSON.stringify(task))), task, 'the task that was read')
      const limit = world.stepLimit(task)
      must(Number.isSafeInteger(limit) && limit >= 1, `the step limit is ${limit}`)
      must(episode.observation.includes(world.describe(task)), `the opening does not contain '${world.describe(task)}'`)
    }),
    law(
      'a score is a share, and 1 exactly where a step won; what wins does not lose; rewards are finite',
      async play => {
        for (const { won, lost = false, score, reward = 0, localReward = 0 } of (await playOut(play)).results) {
          must(score >= 0 && score <= 1, `the score is ${score}`)
          must(won === (score === 1), `the score is ${score}, and the step ${won ? 'won' : 'did not win'}`)
          must(!(won && lost), 'the step wins and loses')
          must(Number.isFinite(reward) && Number.isFinite(localReward), `the rewards are ${reward} and ${localReward}`)
        }
      },
    ),
    ...(world.deterministic
      ? [
          law('the same task, key and actions give the same episode', async play => {
            const first = await playOut(play)
            equal(await playOut(play), first, 'the second episode')
          }),
        ]
      : []),
    ...(world.deterministic && world.forks === true
      ? [
          law('a fork goes on as its origin does, which it leaves as it was', async play => {
            const { task, episode } = await begin(play)
            const actions = actionsOf(play, task)
            const half = Math.floor(actions.length / 2)
            try {
              if ((await acted(episode, actions.slice(0, half))).some(isOver)) return
              must(episode.fork !== undefined, 'the episode has no fork')
              const fork = await episode.fork?.()
              if (fork === undefined) return
              const ofFork = await acted(fork, actions.slice(half))
              await fork.close()
              equal(await acted(episode, actions.slice(half)), ofFork, 'what the origin answers after its fork')
            } finally {
              await episode.close()
            }
          }),
        ]
      : []),
    ...(agents === undefined
      ? []
      : [
          law('each turn is of an agent that the world names', async play => {
            const { opening, results } = await playOut(play)
            for (const { agent = soleAgent } of [opening, ...results.filter(result => !isOver(result))])
              must(agents.includes(agent), `the turn is of '${agent}'`)
          }),
        ]),
    ...(language === undefined
      ? []
      : [
          law('no word of the world is without a token', async play => {
            const tokenizer = loadTokenizer(buildTokenizerJson(language, Object.values(verdicts)))
            const { opening, results } = await playOut(play)
            for (const { observation } of [opening, ...results])
              must(
                !tokenizer.encode(observation).includes(tokenizer.unknown),
                `a word has no token in '${observation}'`,
              )
          }),
        ]),
    ...(editor === undefined
      ? []
      : [
          law('an edit changes the task, and repeats', async play => {
            const { task, episode } = await begin(play)
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
        ]),
    ...(simulator === undefined || !world.deterministic
      ? []
      : [
          law('the expert wins every task within the step limit', async play => {
            const { task, episode } = await begin(play)
            let { state } = simulator.start(task, keyOf(play))
            try {
              for (let step = 0; step < simulator.stepLimit(task); step += 1) {
                const action = simulator.expert(state)
                must(action !== null, 'the expert knows no step')
                const result = await act(episode, action ?? '')
                if (result.won) return
                state = simulator.step(state, action ?? '').state
              }
            } finally {
              await episode.close()
            }
            must(false, `it has not won after ${transcript.steps.length} steps`)
          }),
        ]),
  ]
}

const isOver = ({ won, lost = false }: ActResult): boolean => won || lost

const unable =
  <Task>({ name }: World<Task>): RunJob =>
  () =>
    Promise.reject(new RangeError(`run must be given for ${name}, whose steps are programs`))
