/** The part of jstat that is used here; the package has no types. */
declare module 'jstat' {
  const jStat: {
    /** Student's t distribution with `degrees` degrees of freedom. */
    readonly studentt: {
      readonly cdf: (t: number, degrees: number) => number
      readonly inv: (p: number, degrees: number) => number
    }
    /** Spearman's rank correlation of equally many numbers; equals share their mean rank. */
    readonly spearmancoeff: (one: readonly number[], other: readonly number[]) => number
  }
  export default jStat
}
