/** A world that a person can play in a browser: the `playablePage` that its module exports with the world. Types only. */

export interface PageFile {
  readonly body: string | Buffer
  /** Of its content, e.g. `text/html; charset=utf-8`. */
  readonly type: string
}

export interface PlayablePage {
  /** The file at a path of the page, of which `/` is the document; `null` if missing. */
  readonly file: (path: string) => PageFile | null
  /** @throws {RangeError} if the task is none of this world. */
  readonly begin: (task: unknown) => PersonEpisode
}

/** A person's play of one task, graded as an agent's. */
export interface PersonEpisode {
  /** The page's initial data, as plain data. */
  readonly opening: unknown
  /** @param event as the page reports it. @throws {RangeError} if it is none, and nothing is changed. */
  readonly act: (event: unknown) => PersonStatus
}

export interface PersonStatus {
  readonly won: boolean
  /** Taken so far, as an agent's would be counted. */
  readonly steps: number
}
