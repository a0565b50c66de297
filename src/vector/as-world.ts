import type { VectorWorld, WorldMap } from '../contracts/worlds/vector-world.ts'
import type { World } from '../contracts/worlds/world.ts'
import type { Author } from '../user-code/author-frame.ts'
import { guarded } from '../user-code/guarded.ts'
import { finite, listOf } from '../user-code/shape.ts'

/** A vector world as a run has it: nobody acts in it by text, and it has no tasks; methods step it by `lab.vectors`. */
export function asWorld(
  author: Author,
  { name, observationSize, actions, image, numbers, map, bounds, script }: VectorWorld,
): World {
  const refuse = (): never => {
    throw new RangeError(`${name} is a vector world: a method steps it by rows, and it has no episodes of text`)
  }
  return {
    name,
    deterministic: true,
    agents: [],
    vectors: {
      ...{ observationSize, actions },
      ...(image === undefined ? {} : { image }),
      ...(numbers === undefined ? {} : { numbers }),
      ...(map === undefined ? {} : { map: guardedMap(author, map) }),
      ...(bounds === undefined ? {} : { bounds }),
      ...(script === undefined ? {} : { script }),
    },
    parseTask: value => value,
    describe: () => name,
    stepLimit: refuse,
    open: refuse,
  }
}

const guardedMap = (author: Author, { cells, place }: WorldMap): WorldMap => ({
  cells,
  place: guarded(author, { part: 'map.place', gives: listOf(finite) }, place),
})
