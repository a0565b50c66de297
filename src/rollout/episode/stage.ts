/** The stage of an episode: a task of the world, or a question instead. */
import type { Play, LabelledQuestion } from '../../contracts/messages/run.ts'
import type { OpenEpisode, OpenOptions, World } from '../../contracts/worlds/world.ts'

interface Stage {
  /** Steps that an episode may take. */
  readonly stepLimit: number
  readonly open: (options: OpenOptions) => OpenEpisode | Promise<OpenEpisode>
}

/** @throws {RangeError} if there is no question, and the world refuses the task. */
export function stageOf(
  world: Pick<World, 'parseTask' | 'stepLimit' | 'open'>,
  { task: given, question }: Pick<Play, 'task' | 'question'>,
): Stage {
  if (question !== undefined) return { stepLimit: 1, open: () => askedEpisode(question) }
  const task = world.parseTask(given)
  return { stepLimit: world.stepLimit(task), open: options => world.open(task, options) }
}

/** One turn: the question, and whether the answer is one of the right ones. */
const askedEpisode = ({ text, right }: LabelledQuestion): OpenEpisode => ({
  observation: text,
  act: answer => {
    const won = right.includes(answer)
    return { observation: '', won, lost: !won, score: won ? 1 : 0, label: null }
  },
  close: () => Promise.resolve(),
})
