/** When a run did what, as timeline.jsonl keeps it. Types only. */

/** One iteration. All times are in ms since its session began. */
export interface TimelineLine {
  readonly iteration: number
  /** The process that made it, by when its loop began: ms on a clock of its machine. */
  readonly session: number
  /** Parts of the loop, one after the other. */
  readonly loop: readonly (readonly [name: string, startMs: number, endMs: number])[]
  /** Stretches of work since the last line: of a batch collected ahead, and of the evaluation and checkpoint before, too. */
  readonly device: readonly (readonly [
    verb: string,
    model: string,
    startMs: number,
    endMs: number,
    busyMs: number,
    calls: number,
    depth: number,
  ])[]
  /** Names of links, e.g. `policy → gpu`; those of actors of one pool are one. */
  readonly links: readonly string[]
  /** Of the actors on other machines, the worker that each was seen on last; left out without any. */
  readonly machines?: Readonly<Record<string, string>>
  /** Of all links now and then, in their order. */
  readonly samples: readonly (readonly [ms: number, ...links: readonly (LinkSample | null)[]])[]
}

/** Messages that wait to be sent, and fewest credits left; `null` in its place if the sender was too busy to say. */
export type LinkSample = readonly [waiting: number, credits: number]
