import { live, type Kill, type Life, type Place } from './life.ts'

/** Lives a run through all kills, then to its end; ends early if it is complete before. */
export async function* lives(place: Place, kills: Iterable<Kill>): AsyncGenerator<Life> {
  for (const kill of kills) {
    const life = await live(place, kill)
    yield life
    if (life.end === 'complete') return
  }
  yield await live(place)
}
