/** Milliseconds on a clock that never goes back and reads the same in every thread. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6
