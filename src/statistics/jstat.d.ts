/** The part of jstat that is used here; the package has no types. */
declare module 'jstat' {
  const jStat: {
    /** Student's t distribution with `degrees` degrees of freedom. */
    readonly studentt: {
      readonly inv: (p: number, degrees: number) => number
    }
    /** The regularised incomplete beta function I_x(a, b). */
    readonly ibeta: (x: number, a: number, b: number) => number
    /** Spearman's rank correlation of equally many numbers; equals share their mean rank. */
    readonly spearmancoeff: (one: readonly number[], other: readonly number[]) => number
  }
  export default jStat
}
