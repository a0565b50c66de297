import fc from 'fast-check'
import {
  endings,
  type VectorWorld,
  type VectorWorldContext,
  type WorldRows,
} from '../../contracts/worlds/vector-world.ts'
import { derive, rootKey } from '../../math/random.ts'
import type { AsyncLaw } from '../law/law.ts'
import { equal, must } from '../law/must.ts'
import { asyncLawsOf } from './async-law.ts'
import type { Transcript } from './broken-text.ts'
import type { TryOptions } from './world-law.ts'

/** Some worlds and the steps of all. */
interface VectorPlay {
  readonly seed: number
  readonly worlds: number
  /** Of each step a number that gives each world its action. */
  readonly choices: readonly number[]
}

const plays: fc.Arbitrary<VectorPlay> = fc.record({
  seed: fc.nat(),
  worlds: fc.integer({ min: 1, max: 5 }),
  choices: fc.array(fc.nat({ max: 1_000_000 }), { maxLength: 40 }),
})

/** Numbers of the rows after a step or reset. */
type Numbers = Readonly<Record<'observations' | 'rewards' | 'endings', readonly number[]>>

interface Rolled {
  readonly began: Numbers
  readonly steps: readonly Numbers[]
  /** Observations of episode 0 of each world, begun once more at the end. */
  readonly again: Numbers
}

/**
 * The laws that every vector world must satisfy to be stepped on any thread, in parts of any size. Errors are as those of
 * `environmentLaws`, with actions and rows of each step for a transcript.
 *
 * @param name of the world.
 * @param make its module's default function, given its options.
 * @param options `runs` (60) cases of each law.
 */
export function vectorWorldLaws(
  name: string,
  make: (context: VectorWorldContext) => VectorWorld | Promise<VectorWorld>,
  { runs = 60, seed }: Partial<TryOptions> = {},
): readonly AsyncLaw[] {
  let transcript: Transcript = { steps: [] }
  const law = asyncLawsOf<VectorPlay>({
    world: name,
    cases: plays,
    runs,
    ...(seed === undefined ? {} : { seed }),
    told: () => transcript,
  })

  /** @param size of the parts that are stepped at a time. */
  const roll = async ({ seed: drawn, worlds, choices }: VectorPlay, size = worlds): Promise<Rolled> => {
    transcript = { task: { worlds, key: drawn }, steps: [] }
    const world = await make({ worlds, key: derive(rootKey(drawn), 'worlds') })
    const { observationSize, actions, bounds } = world
    const rows: WorldRows = {
      observations: new Float32Array(worlds * observationSize),
      actions: new Int32Array(worlds),
      controls: new Float32Array(bounds === undefined ? 0 : worlds * actions),
      rewards: new Float32Array(worlds),
      endings: new Uint8Array(worlds),
    }
    const all = Array.from({ length: worlds }, (_, each) => each)
    const episodes = all.map(() => 0)
    const asked = (part: string, from: number, to: number, work: () => void): void => {
      const before = numbersOf(rows)
      work()
      for (const [key, values] of Object.entries(numbersOf(rows))) {
        const width = key === 'observations' ? observationSize : 1
        const odd = values.findIndex(
          (value, index) =>
            !(index >= from * width && index < to * width) && !Object.is(value, before[key as keyof Numbers][index]),
        )
        must(odd < 0, `${part} of worlds ${from} to ${to - 1} changed ${key} of world ${Math.floor(odd / width)}`)
      }
    }
    const reset = (each: number, episode: number) =>
      asked('reset', each, each + 1, () => {
        world.reset(each, episode, rows)
      })

    for (const each of all) reset(each, 0)
    const began = numbersOf(rows)
    transcript.opening = rowsText(began, observationSize)
    const steps: Numbers[] = []
    for (const choice of choices) {
      for (const each of all) rows.actions[each] = (choice >> each) % actions
      rows.controls.forEach((_, place) => {
        const [low, high] = [bounds?.low[place % actions] ?? 0, bounds?.high[place % actions] ?? 0]
        rows.controls[place] = low + ((high - low) * ((choice >> place) & 7)) / 7
      })
      transcript.steps.push({ action: (bounds === undefined ? rows.actions : rows.controls).join(' ') })
      for (let from = 0; from < worlds; from += size) {
        const to = Math.min(worlds, from + size)
        asked('step', from, to, () => {
          world.step(from, to, rows)
        })
      }
      const numbers = numbersOf(rows)
      transcript.steps.at(-1)!.observation = rowsText(numbers, observationSize)
      steps.push(numbers)
      for (const each of all) {
        if (rows.endings[each] === endings.none) continue
        episodes[each]! += 1
        reset(each, episodes[each]!)
      }
    }
    for (const each of all) reset(each, 0)
    return { began, steps, again: numbersOf(rows) }
  }

  return lawsOf(law, roll)
}

/** @param roll plays, a part of so many worlds at a time, or all together. */
const lawsOf = (
  law: ReturnType<typeof asyncLawsOf<VectorPlay>>,
  roll: (play: VectorPlay, size?: number) => Promise<Rolled>,
): readonly AsyncLaw[] => [
  law('the same key and actions give the same rows', async play => {
    const first = await roll(play)
    equal(await roll(play), first, 'the second time')
  }),
  law('worlds take the same steps in one part as one by one', async play => {
    const together = await roll(play)
    equal(await roll(play, 1), together, 'what they do one by one')
  }),
  law('only the rows that are asked for change', async play => {
    await roll(play, 1)
  }),
  law('numbers are finite, and endings are 0, 1 or 2', async play => {
    const { began, steps } = await roll(play)
    for (const { observations, rewards, endings: ended } of [began, ...steps]) {
      const odd = [...observations, ...rewards].find(value => !Number.isFinite(value))
      must(odd === undefined, `a number is ${odd}`)
      const unknown = ended.find(value => value > endings.truncated)
      must(unknown === undefined, `an ending is ${unknown}`)
    }
  }),
  law('an episode begins as its number says, whatever was played before', async play => {
    const { began, again } = await roll(play)
    equal(again.observations, began.observations, 'the first observation of episode 0, begun once more,')
  }),
]

const numbersOf = ({ observations, rewards, endings: ended }: WorldRows): Numbers => ({
  observations: [...observations],
  rewards: [...rewards],
  endings: [...ended],
})

/** Most numbers of a row that are shown. */
const shownNumbers = 8

const rowsText = ({ observations, rewards, endings: ended }: Numbers, size: number): string =>
  rewards
    .map((reward, world) => {
      const own = observations.slice(world * size, world * size + Math.min(size, shownNumbers))
      const rest = size > shownNumbers ? ', …' : ''
      return `world ${world}: ${own.map(value => Number(value.toPrecision(4))).join(', ')}${rest}; reward ${reward}, ending ${ended[world]}`
    })
    .join('\n')
