/** Most time for a module to load, or for one of its laws, unless told otherwise: enough for a busy machine, since beyond it it is stuck. */
export const usualDeadlineMs = 120_000
