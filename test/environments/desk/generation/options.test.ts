import test from 'ava'
import { desk, type DeskOptions } from '../../../../environments/desk/index.ts'

/** As an option might come from a file. */
const fromFile = (text: string): DeskOptions => JSON.parse(text) as DeskOptions

const refused: readonly (readonly [string, string])[] = [
  ['{"depth": "short"}', 'desk has no option depth: it has depths, hint, observe, dialect, aliases'],
  ['{"depths": []}', 'depths must be a list of short, middle, long, got []'],
  ['{"depths": ["deep"]}', 'depths must be a list of short, middle, long, got ["deep"]'],
  ['{"hint": 4}', 'hint must be 0, 1, 2 or 3, got 4'],
  ['{"observe": "all"}', 'observe must be changes or full, got "all"'],
  ['{"aliases": "words"}', 'aliases must be none, things, all, got "words"'],
  ['{"dialect": "python"}', 'dialect must be names, words or calls, got "python"'],
]
for (const [options, message] of refused) {
  test(`refused by the desk: ${options}`, t => {
    t.throws(() => desk(fromFile(options)), { instanceOf: RangeError, message })
  })
}
