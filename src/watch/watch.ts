/** Runs that a person looks at in a browser while they train, and afterwards. */
import { fileURLToPath } from 'node:url'
import { screenStyles } from '../report/screens/screen-styles.ts'
import { styles } from '../report/styles.ts'
import { createIdleGate } from './folder/idle-gate.ts'
import { runReader } from './folder/run-reader.ts'
import { WatchedRuns } from './folder/watched-runs.ts'
import { eventStreams } from './server/event-stream.ts'
import { readPageFiles } from './server/page-files.ts'
import { routesOf } from './server/routes.ts'
import { sessionRoutes } from './server/session-routes.ts'
import { serveWatch, type WatchServer } from './server/watch-server.ts'

interface BeginWatchOptions {
  /** Runs, or folders of runs; they need not be there yet. */
  readonly paths: readonly string[]
  /** Of this machine; 0 for any that is free. */
  readonly port: number
  /** Folder of the built page. */
  readonly page?: string
}

export interface Watch extends WatchServer {
  /** Runs found so far. */
  readonly runs: () => number
  /** Pages that look on. */
  readonly pages: () => number
}

/** The colours of the report, and the look of its screens. */
const look = { body: Buffer.from(`${styles}${screenStyles}`), type: 'text/css; charset=utf-8' }

/** Where `npm run build` puts the page. */
const pageFolder = fileURLToPath(new URL('page/', import.meta.url))

/**
 * Serves the page until it is closed. Folders are read and never written; what a person says of a session goes to its gateway.
 *
 * @throws {RangeError} if the port is taken.
 */
export async function beginWatch({ paths, port, page = pageFolder }: BeginWatchOptions): Promise<Watch> {
  const files = new Map([...(await readPageFiles(page)), ['/look.css', look]])
  const idleGate = createIdleGate()
  const watched = new WatchedRuns({ paths, quiet: idleGate.quiet })
  await watched.begin()
  const streams = eventStreams(watched)
  const { routes, tell } = sessionRoutes(watched.gateways)
  const server = await serveWatch({
    port,
    files,
    routes: new Map([...routesOf(watched, runReader()), ...routes]),
    tell,
    streams,
    idleGate,
  })
  const following = watched.follow()
  return {
    url: server.url,
    runs: () => watched.runs.size,
    pages: streams.count,
    close: async () => {
      watched.stop()
      await server.close()
      await following
    },
  }
}
