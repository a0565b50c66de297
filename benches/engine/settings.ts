/** What all questions take from the command line. */
export interface Settings {
  readonly rounds: number
  /** Of each measurement of a round. */
  readonly seconds: number
  readonly threads: readonly number[]
  /** Every case, where the usual ones are a part. */
  readonly all: boolean
}
