/** The time in which at least one of several works is under way. */
export interface Coverage {
  readonly begin: (at: number) => void
  readonly end: (at: number) => void
  readonly isOn: () => boolean
  /** @returns that time since the last such call, ms. */
  readonly take: (at: number) => number
}

export function createCoverage(): Coverage {
  let works = 0
  let since = 0
  let ms = 0
  const pass = (at: number): void => {
    if (works > 0) ms += at - since
    since = at
  }
  return {
    begin: at => {
      pass(at)
      works += 1
    },
    end: at => {
      pass(at)
      works -= 1
    },
    isOn: () => works > 0,
    take: at => {
      pass(at)
      const taken = ms
      ms = 0
      return taken
    },
  }
}
