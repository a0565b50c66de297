/** A task of a world, put before a person. */
import { spawn } from 'node:child_process'
import { windowedBrowser } from '../browser/process/find-browser.ts'
import type { RunConfig } from '../config/config.ts'
import { environmentSource } from '../config/environment-source.ts'
import type { Split } from '../contracts/worlds/environment.ts'
import type { PersonStatus } from '../contracts/worlds/playable-page.ts'
import { derive, randomFrom, rootKey } from '../math/random.ts'
import { loadEnvironment } from '../rollout/load-environment.ts'
import { loadPlayablePage } from './load-page.ts'
import { servePlay, type PlayServer } from './play-server.ts'

interface PlayRequest {
  /** Of which the world, its options and the seed count. */
  readonly config: Pick<RunConfig, 'environment' | 'seed'>
  readonly split: Split
  /** 0 for any that is free. */
  readonly port: number
  readonly onStatus: (standing: PersonStatus) => void
}

interface PersonPlay extends PlayServer {
  readonly goal: string
  readonly stepLimit: number
}

/** @throws {RangeError} if the world has no page, or the port is taken. */
export async function beginPlay({ config, split, port, onStatus }: PlayRequest): Promise<PersonPlay> {
  const source = environmentSource(config.environment)
  const page = await loadPlayablePage(config.environment.name, source.module)
  const world = await loadEnvironment(source)
  const task = world.generate(split, randomFrom(derive(rootKey(config.seed), 'play', split)))
  const server = await servePlay({ page, task, port, onStatus })
  return { ...server, goal: world.describe(task), stepLimit: world.stepLimit(task) }
}

/** Opens a page in a window, where there is a Chromium with windows. @returns whether there is one. */
export function openWindow(url: string, environment: NodeJS.ProcessEnv): boolean {
  const path = windowedBrowser(environment)
  if (path === null) return false
  const child = spawn(path, [url], { detached: true, stdio: 'ignore' })
  child.on('error', () => {})
  child.unref()
  return true
}
