/** Steps of the household beside TextWorld, which plays the same games with ALFWorld's rules. */
import { z } from 'zod'
import { household, toGame } from '../../environments/household/index.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { timed } from '../engine/in-turn.ts'
import { measureOf } from '../engine/peer.ts'
import type { PeerWork } from './comparison.ts'
import { startPeer } from './start-peer.ts'

/** Games in one call of theirs; ours plays them so often over. */
const [count, repeated] = [3, 100]
const rules = z.object({ domain: z.string(), grammar: z.string() })
const sizes = { '4 to 5': [4, 5], 'up to 39': 'full' } as const

export const alfworld: PeerWork = {
  title: 'TextWorld',
  caveat: 'TextWorld plays any game in PDDL; ours is this one, equal to it at every step.',
  open: async ({ alfworld }) => {
    const peer = await startPeer('alfworld_steps.py', alfworld)
    const found = rules.parse(await peer.ask({ work: 'rules' }))
    return {
      versions: peer.versions,
      comparisons: Object.entries(sizes).map(([name, receptacles]) => {
        const games = gamesIn(receptacles)
        const steps = games.reduce((sum, { commands }) => sum + commands.length, 0)
        const asked = games.map(({ task, commands }) => ({ text: toGame(task, found, commands), commands }))
        return {
          work: `household, ${name} receptacles, with admissible commands`,
          peer: 'TextWorld with ALFWorld’s rules',
          unit: 'steps',
          ours: { measure: seconds => timed(async () => games.forEach(play), seconds), units: repeated * steps },
          theirs: { measure: measureOf(peer, { work: 'play', games: asked }), units: steps },
        }
      }),
      close: async () => peer.close(),
    }
  },
}

type World = ReturnType<typeof household>

interface Game {
  readonly world: World
  readonly task: ReturnType<World['generate']>
  /** The expert's, which win. */
  readonly commands: readonly string[]
}

function gamesIn(receptacles: (typeof sizes)[keyof typeof sizes]): readonly Game[] {
  const world = household({ receptacles })
  return Array.from({ length: count }, (_, index) => {
    const task = world.generate('train', randomFrom(derive(rootKey(1), 'alfworld', index)))
    const commands: string[] = []
    let { state } = world.start(task)
    for (let command = world.expert(state); command !== null; command = world.expert(state)) {
      commands.push(command)
      const next = world.step(state, command)
      state = next.state
      if (next.won) break
    }
    return { world, task, commands }
  })
}

function play({ world, task, commands }: Game): void {
  for (let round = 0; round < repeated; round += 1) {
    let { state } = world.start(task)
    for (const command of commands) {
      state = world.step(state, command).state
      world.admissible(state)
    }
  }
}
