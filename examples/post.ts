/**
 * A postman's round: a corridor of rooms, a letter in one of them, and another one that it belongs in.
 * The task says all there is to know; what has to be learned is which way to go.
 */
import type { Direction, Environment, Split, StepLabel } from 'rlanything'

/** Rooms are numbered from 1, from left to right. */
export interface PostTask {
  readonly start: number
  readonly letter: number
  readonly goal: number
  /** Steps until the episode is cut off. */
  readonly limit: number
}

export interface PostState {
  readonly task: PostTask
  readonly room: number
  /** Where the letter is; `null` while it is carried. */
  readonly letter: number | null
}

export interface PostOptions {
  /** Rooms of the corridor, from 4 to 12. */
  readonly rooms?: number
}

const most = 12

/** The options, for `rlanything config`. */
export const optionsSchema = {
  type: 'object',
  properties: {
    rooms: { description: 'rooms of the corridor', default: 6, type: 'integer', minimum: 4, maximum: most },
  },
  additionalProperties: false,
}

/** Of its laws, for `rlanything check`. */
export const laws = {
  refusal: 'Nothing happens.',
  layoutOf: ({ letter, goal }: PostTask): string => `${letter} to ${goal}`,
}

const commands = ['go left', 'go right', 'leave letter', 'take letter']
const reasons = { nearer: 'nearer to the goal', further: 'further from the goal', nothing: 'nothing comes of it' }

const edits: Readonly<Record<Direction, Readonly<Record<string, (task: PostTask) => PostTask>>>> = {
  harder: {
    'less time': task => ({ ...task, limit: task.limit - 1 }),
    'start further away': task => ({ ...task, start: task.start - Math.sign(task.letter - task.start) }),
  },
  easier: {
    'more time': task => ({ ...task, limit: task.limit + 1 }),
    'start nearer': task => ({ ...task, start: task.start + Math.sign(task.letter - task.start) }),
  },
}

/** @throws {RangeError} if `rooms` is out of range. */
export default function post({ rooms = 6 }: PostOptions = {}): Environment<PostTask, PostState> {
  integer('rooms', rooms, 4, most)
  const numbers = Array.from({ length: rooms }, (_, index) => index + 1)
  const tasks = numbers.flatMap(start =>
    numbers.flatMap(letter =>
      numbers
        .filter(goal => goal !== letter)
        .map(goal => ({ start, letter, goal, limit: way(begin({ start, letter, goal, limit: 0 })) + 2 })),
    ),
  )

  /** What a command leads to; `null` if it cannot be followed. */
  const follow = (state: PostState, command: string): PostState | null => {
    const { room, letter } = state
    switch (command) {
      case 'go left':
        return room > 1 ? { ...state, room: room - 1 } : null
      case 'go right':
        return room < rooms ? { ...state, room: room + 1 } : null
      case 'take letter':
        return letter === room ? { ...state, letter: null } : null
      case 'leave letter':
        return letter === null ? { ...state, letter: room } : null
      default:
        return null
    }
  }
  const label = (state: PostState, command: string): StepLabel => {
    const next = follow(state, command)
    if (next === null) return { good: false, reason: reasons.nothing }
    return way(next) < way(state) ? { good: true, reason: reasons.nearer } : { good: false, reason: reasons.further }
  }

  return {
    name: 'post',
    language: {
      phrases: [
        ...['Bring the letter from', 'to', 'You are in', 'with the letter', 'The letter is here', 'Nothing happens'],
        ...['go', 'left', 'right', 'take', 'leave', 'letter', ...Object.values(reasons)],
        ...Array.from({ length: most }, (_, index) => `room ${index + 1}`),
      ],
      silent: ['.'],
    },
    generate: (split, random) => random.pick(tasks.filter(task => splitOf(task) === split)),
    parseTask: value => parse(value, rooms),
    describe,
    stepLimit: ({ limit }) => limit,
    start: task => ({ state: begin(task), observation: `${describe(task)} ${look(begin(task))}` }),
    step: (state, command) => {
      const next = follow(state, command)
      if (next === null) return { state, observation: 'Nothing happens.', won: false }
      return { state: next, observation: look(next), won: next.letter === next.task.goal }
    },
    admissible: state => commands.filter(command => follow(state, command) !== null),
    expert: state => commands.find(command => label(state, command).good) ?? null,
    label,
    editNames: direction => Object.keys(edits[direction]),
    edit: (task, name) => {
      const changed = { ...edits.harder, ...edits.easier }[name]?.(task) ?? task
      const same = changed.start === task.start && changed.limit === task.limit
      const outside = changed.start < 1 || changed.start > rooms || changed.limit < 1
      if (same || outside || splitOf(changed) !== splitOf(task)) return null
      return { task: changed, name, reason: `A task with ${name}.` }
    },
    valid: task => way(begin(task)) <= task.limit,
  }
}

/** Some pairs of rooms are kept for `unseen`; with the others, seen tasks start where those of training do not. */
function splitOf({ start, letter, goal }: PostTask): Split {
  if ((letter + 2 * goal) % 4 === 0) return 'unseen'
  return (start + letter + goal) % 4 === 0 ? 'seen' : 'train'
}

const begin = (task: PostTask): PostState => ({ task, room: task.start, letter: task.letter })

const describe = ({ letter, goal }: PostTask): string => `Bring the letter from room ${letter} to room ${goal}.`

function look({ room, letter }: PostState): string {
  if (letter === null) return `You are in room ${room} with the letter.`
  return letter === room ? `You are in room ${room}. The letter is here.` : `You are in room ${room}.`
}

/** The least number of commands to the goal. */
function way({ task: { goal }, room, letter }: PostState): number {
  if (letter === goal) return 0
  return letter === null ? Math.abs(goal - room) + 1 : Math.abs(letter - room) + Math.abs(goal - letter) + 2
}

function parse(value: unknown, rooms: number): PostTask {
  const fields = new Map<string, unknown>(Object.entries(typeof value === 'object' && value !== null ? value : {}))
  const field = (name: string, high: number): number => integer(name, fields.get(name), 1, high)
  const [letter, goal] = [field('letter', rooms), field('goal', rooms)]
  if (letter === goal) throw new RangeError(`goal must be another room than letter, got ${goal} for both`)
  return { start: field('start', rooms), letter, goal, limit: field('limit', 1000) }
}

function integer(name: string, value: unknown, low: number, high: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high) return value
  throw new RangeError(`${name} must be an integer from ${low} to ${high}, got ${JSON.stringify(value)}`)
}
