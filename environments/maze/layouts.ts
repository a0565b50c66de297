/** The walls of D4RL's antmazes (Fu et al., D4RL: datasets for deep data-driven reinforcement learning, 2020): # wall, S start, G goal. */
const layouts = {
  umaze: ['#####', '#S  #', '### #', '#G  #', '#####'],
  medium: ['########', '#S ##  #', '#  #   #', '##   ###', '#  #   #', '# #  # #', '#   # G#', '########'],
  large: [
    '############',
    '#S   #     #',
    '# ## # # # #',
    '#      #   #',
    '# #### ### #',
    '#  # #     #',
    '## # # # ###',
    '#  #   # G #',
    '############',
  ],
} as const

export type LayoutName = keyof typeof layouts

export const layoutNames = Object.keys(layouts) as readonly LayoutName[]

/** Of a cell's middle; cells are of length 1, the first row and column are at 0. */
interface MazePlace {
  readonly x: number
  readonly y: number
}

export interface Maze {
  readonly cells: readonly string[]
  readonly rows: number
  readonly columns: number
  readonly start: MazePlace
  readonly goal: MazePlace
  readonly isWall: (x: number, y: number) => boolean
  /** The middle of the next cell on a shortest way to the goal; the goal itself in its own cell. */
  readonly next: (x: number, y: number) => MazePlace
}

export function mazeOf(name: LayoutName): Maze {
  const cells: readonly string[] = layouts[name]
  const columns = cells[0]?.length ?? 0
  const at = (x: number, y: number): string => cells[Math.floor(y)]?.[Math.floor(x)] ?? '#'
  const all = cells.flatMap((row, y) => Array.from(row, (cell, x) => ({ cell, x, y })))
  const middle = (mark: string): MazePlace => {
    const { x = 0, y = 0 } = all.find(({ cell }) => cell === mark) ?? {}
    return { x: x + 0.5, y: y + 0.5 }
  }
  const goal = middle('G')
  /* Breadth first, from the goal. */
  const ways = new Map([[keyOf(goal), goal]])
  const queue = [goal]
  for (let from = queue.shift(); from !== undefined; from = queue.shift())
    for (const to of neighbours(from))
      if (at(to.x, to.y) !== '#' && !ways.has(keyOf(to))) {
        ways.set(keyOf(to), from)
        queue.push(to)
      }
  return {
    ...{ cells, rows: cells.length, columns, start: middle('S'), goal },
    isWall: (x, y) => at(x, y) === '#',
    next: (x, y) => ways.get(keyOf({ x, y })) ?? goal,
  }
}

const keyOf = ({ x, y }: MazePlace): string => `${Math.floor(x)} ${Math.floor(y)}`

const neighbours = ({ x, y }: MazePlace): readonly MazePlace[] =>
  [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ].map(([right = 0, down = 0]) => ({ x: x + right, y: y + down }))
