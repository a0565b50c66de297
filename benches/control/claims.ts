/** The last lines of a benchmark with claims: whether each holds. */
export const claim = (holds: boolean, text: string): void => console.log(`${holds ? 'PASS' : 'FAIL'} ${text}`)
