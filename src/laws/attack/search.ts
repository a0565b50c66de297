/** Searches a world's own actions for episodes that are paid without success: greedily, then by evolution. */
import type { Simulator } from '../../contracts/worlds/world.ts'
import { randomFrom, type Key } from '../../math/random.ts'
import { nth } from '../../math/nth.ts'
import { idle } from './probes.ts'
import type { AttackAttempt } from './attempt.ts'

/** Numbers that choose an action at each step: see `actionsBy`. */
type Genome = readonly number[]

interface SearchOptions {
  readonly actionsBy: (genome: Genome) => readonly string[]
  readonly limit: number
  readonly key: Key
  /** Episodes that may be played. */
  readonly budget: number
  /** Plays attempts. @returns how good each is, higher is better; −∞ for one that is won. */
  readonly valuesOf: (attempts: readonly AttackAttempt[]) => Promise<readonly number[]>
}

const together = 16

/** Chooses at each step what is paid best at once, in the first third of the budget; then varies the best. */
export async function search({ actionsBy, limit, key, budget, valuesOf }: SearchOptions): Promise<void> {
  const { integer: draw } = randomFrom(key)
  const gene = (): number => draw(1 << 16)
  let left = budget
  const tried = async (genomes: readonly Genome[]) => {
    const some = genomes.slice(0, left)
    left -= some.length
    const values = await valuesOf(some.map(genome => ({ kind: 'searched', actions: actionsBy(genome) })))
    return some.map((genome, index) => ({ genome, value: nth(values, index) }))
  }
  let population: { genome: Genome; value: number }[] = []
  const keep = (more: typeof population) => {
    population = [...population, ...more].sort((a, b) => b.value - a.value).slice(0, together)
  }
  let greedy: Genome = []
  while (greedy.length < limit && left > (2 * budget) / 3) {
    const next = await tried(Array.from({ length: 8 }, () => [...greedy, gene()]))
    keep(next)
    greedy = next.reduce((best, one) => (one.value > best.value ? one : best), nth(next, 0)).genome
  }
  keep(await tried(Array.from({ length: together }, () => Array.from({ length: 1 + draw(limit) }, gene))))
  const parent = () => nth(population, Math.min(draw(population.length), draw(population.length))).genome
  const child = (): Genome => {
    const [one, other] = [parent(), parent()]
    const mixed = [...one.slice(0, draw(one.length + 1)), ...other.slice(draw(other.length + 1))].slice(0, limit)
    const changed = mixed.map(value => (draw(8) === 0 ? gene() : value))
    return changed.length === 0 ? [gene()] : changed
  }
  while (left > 0) keep(await tried(Array.from({ length: together }, child)))
}

/**
 * Of four choices one is the expert's where it has one; the others are of the admissible actions. An action that would win is
 * passed over for the next one, and the episode ends where all would.
 */
export function choosing(
  simulator: Simulator<unknown>,
  task: unknown,
  key: Key,
): (genome: Genome) => readonly string[] {
  return genome => {
    let { state } = simulator.start(task, key)
    const actions: string[] = []
    for (const choice of genome.slice(0, simulator.stepLimit(task))) {
      const admissible = simulator.admissible(state)
      const expert = choice % 4 === 0 ? simulator.expert(state) : null
      const turned = admissible.map((_, index) => nth(admissible, (choice + index) % admissible.length))
      const found = (expert === null ? turned : [expert, ...turned])
        .slice(0, 8)
        .map(action => ({ action, ...simulator.step(state, action) }))
        .find(({ won }) => !won)
      if (found === undefined) break
      actions.push(found.action)
      if (found.lost === true) break
      ;({ state } = found)
    }
    return actions.length === 0 ? [idle] : actions
  }
}
