/** Work that we and somebody else's program both do. */
import type { Measure } from '../engine/in-turn.ts'

export interface Side {
  readonly measure: Measure
  /** Units of work in one call of what is measured, e.g. tokens. */
  readonly units: number
}

export interface Comparison {
  readonly work: string
  /** The other program, and the way in which it is used. */
  readonly peer: string
  /** Of the work, e.g. `tokens`. */
  readonly unit: string
  readonly ours: Side
  readonly theirs: Side
}

/** A program that is ready to be measured. */
export interface OpenedPeer {
  /** Of its packages, by name. */
  readonly versions: Readonly<Record<string, string | null>>
  readonly comparisons: readonly Comparison[]
  readonly close: () => Promise<void>
}

/** Where the programs of others are, and what they compute with. */
export interface Environments {
  /** Python with TRL, PEFT, CTranslate2, llama.cpp, Gymnasium, Stable-Baselines3 and Ray. */
  readonly python: string
  /** Python with ALFWorld's engine. */
  readonly alfworld: string
  /** Folder of a language model with an adapter; `null` if none was named. */
  readonly model: string | null
  /** The same model as GGUF with weights of 4 bits; `null` if none was named. */
  readonly gguf: string | null
}

export interface PeerWork {
  readonly title: string
  /** How the two sides differ, in a sentence. */
  readonly caveat: string
  /** @throws {NotPrepared} if the program is not there. */
  readonly open: (environments: Environments) => Promise<OpenedPeer>
}

/** The program to compare with is not on this machine. */
export class NotPrepared extends Error {}
