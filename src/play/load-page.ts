import { worldExports } from '../config/environment-source.ts'
import type { PlayablePage } from '../contracts/worlds/playable-page.ts'

/**
 * The page by which a person can play a world: the `playablePage` that its module exports with the world.
 *
 * @param module URL of it.
 * @throws {RangeError} if it cannot be loaded, or the world has no page.
 */
export async function loadPlayablePage(name: string, module: string): Promise<PlayablePage> {
  const { playablePage } = await worldExports(module)
  if (isPage(playablePage)) return playablePage
  throw new RangeError(`${name} has no page that a person could play; desk has one`)
}

const isPage = (value: unknown): value is PlayablePage =>
  typeof value === 'object' && value !== null && 'file' in value && 'begin' in value
