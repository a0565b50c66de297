/** Something that must hold of every implementation of a contract; any test runner can run it. */
export interface Law {
  /** A sentence. */
  readonly name: string
  /** Returns if the law holds of many random cases. @throws {Error} with the smallest counterexample found. */
  readonly check: () => void
}

/** The same of a contract whose functions may be asynchronous. */
export interface AsyncLaw {
  /** A sentence. */
  readonly name: string
  /** Resolves if the law holds of many random cases. @throws {Error} with the smallest counterexample found. */
  readonly check: () => Promise<void>
}

/** @param law at hand. */
export type LawProgress = (checked: number, total: number, law: string) => void
