/** The command line of a benchmark: `--help` says what there is, anything else is refused. */
import { Command, InvalidArgumentError, Option } from 'commander'

/**
 * @param usage how it is started, e.g. `npm run bench:gpu --`.
 * @param question that it answers.
 */
export const benchmark = (usage: string, question: string): Command =>
  new Command(usage).description(question).allowExcessArguments(false).helpOption('-h, --help', 'print this')

/** An option that is a number. */
export const numeric = (flags: string, meaning: string, { least = 0, whole = false, usual }: Numeric): Option =>
  new Option(flags, meaning).default(usual).argParser(text => numberOf(text, { least, whole }))

/** An option that is a list of numbers with commas. */
export const numerics = (flags: string, meaning: string, { least = 0, whole = false, usual }: Numerics): Option =>
  new Option(flags, meaning)
    .default(usual, usual.join(','))
    .argParser(text => text.split(',').map(part => numberOf(part, { least, whole })))

/** An option that is a list of names with a separator. */
export function named(flags: string, meaning: string, { names, separator = ',' }: Named): Option {
  const known = names.join(separator)
  return new Option(flags, meaning).default(names, known).argParser(text =>
    text.split(separator).map(name => {
      if (names.includes(name)) return name
      throw new InvalidArgumentError(`It must be of ${known}, got ${name}.`)
    }),
  )
}

/** An option that is an object as JSON. */
export const settings = (flags: string, meaning: string): Option =>
  new Option(flags, meaning).default({}, '{}').argParser((text): object => {
    const value = jsonOf(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
    throw new InvalidArgumentError(`It must be a JSON object, got ${text}.`)
  })

interface Bounds {
  /** Least value; 0 if left out. */
  readonly least?: number
  readonly whole?: boolean
}

interface Numeric extends Bounds {
  readonly usual?: number
}

interface Numerics extends Bounds {
  readonly usual: readonly number[]
}

interface Named {
  readonly names: readonly string[]
  /** A comma if left out. */
  readonly separator?: string
}

function numberOf(text: string, { least, whole }: Required<Bounds>): number {
  const value = Number(text)
  const fits = Number.isFinite(value) && value >= least && (!whole || Number.isInteger(value))
  if (text.trim() !== '' && fits) return value
  throw new InvalidArgumentError(`It must be ${whole ? 'an integer' : 'a number'} of at least ${least}, got ${text}.`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
