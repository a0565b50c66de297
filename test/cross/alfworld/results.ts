/** What the comparison found, as tables in Markdown. */
import { cells, header } from '../../../benches/table.ts'
import { household } from '../../../environments/household/index.ts'
import { sizes, type Game } from './games.ts'
import type { Turn } from './play.ts'

/** Ours is timed over so much processor time, seconds. */
const minSeconds = 1

/** What TextWorld made of a game. */
export interface Played {
  readonly turns: readonly Turn[]
  /** Processor time of loading and starting it, and of all its steps. */
  readonly startSeconds: number
  readonly stepSeconds: number
}

/** A row for each sort of game. */
export function table(
  games: readonly Game[],
  found: readonly (readonly string[])[],
  played: readonly Played[],
): string {
  const indexed = games.map((game, index) => ({
    ...{ game, equal: found[index]?.length === 0, won: game.ours.turns.at(-1)?.won === true },
    wonThere: played[index]?.turns.at(-1)?.won === true,
  }))
  const sorts = [...new Set(games.map(sortOf)), 'all']
  const rows = sorts.map(sort => {
    const own = indexed.filter(({ game }) => sort === 'all' || sortOf(game) === sort)
    const sum = (of: (each: (typeof own)[number]) => number): number => own.reduce((all, each) => all + of(each), 0)
    return cells([
      sort,
      own.length,
      sum(({ game }) => game.ours.commands.length),
      sum(({ game }) => game.ours.refused),
      sum(({ equal }) => Number(equal)),
      sum(({ won }) => Number(won)),
      sum(({ wonThere }) => Number(wonThere)),
    ])
  })
  const titles = ['games', 'number', 'steps', 'of these refused', 'without a difference', 'won here', 'won there']
  return [header(titles), ...rows].join('\n')
}

const sortOf = ({ size, player, edit }: Game): string =>
  `${size} rooms, ${edit === null ? player : edit.includes('number') ? 'edited six times' : `edited, ${edit.split(':', 1)[0]}`}`

/** Processor time for a step with its admissible commands, there and here, over the same commands. */
export function speedTable(games: readonly Game[], played: readonly Played[]): string {
  const rows = sizes
    .filter(size => games.some(game => game.size === size))
    .map(size => {
      const own = games.flatMap((game, index) => (game.size === size ? [{ game, there: played[index] }] : []))
      const steps = own.reduce((sum, { game }) => sum + game.ours.commands.length, 0)
      const there = own.reduce((sum, each) => sum + (each.there?.stepSeconds ?? 0), 0) / steps
      const starts = own.reduce((sum, each) => sum + (each.there?.startSeconds ?? 0), 0) / own.length
      const here = secondsAStep(own.map(({ game }) => game))
      return cells([
        `${size} rooms`,
        `${(there * 1e3).toPrecision(3)} ms`,
        `${(here * 1e6).toPrecision(3)} µs`,
        Math.round(there / here).toLocaleString('en'),
        `${starts.toPrecision(3)} s`,
      ])
    })
  return [header(['processor time', 'a step there', 'a step here', 'ratio', 'load and reset there']), ...rows].join(
    '\n',
  )
}

function secondsAStep(games: readonly Game[]): number {
  const world = household()
  const replay = (): number => {
    let steps = 0
    for (const { task, ours } of games) {
      let { state } = world.start(task)
      for (const command of ours.commands) {
        state = world.step(state, command).state
        world.admissible(state)
        steps += 1
      }
    }
    return steps
  }
  replay()
  const began = process.cpuUsage()
  let steps = 0
  for (;;) {
    steps += replay()
    const { user, system } = process.cpuUsage(began)
    if (user + system > minSeconds * 1e6) return (user + system) / 1e6 / steps
  }
}
