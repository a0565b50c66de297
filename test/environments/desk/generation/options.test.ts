import test from 'ava'
import { desk, type DeskOptions } from '../../../../environments/desk/index.ts'

/** As an option might come from a file. */
const fromFile = (text: string): DeskOptions => JSON.parse(text) as DeskOptions

const refused: readonly (readonly [string, string])[] = [
  ['{"depth": "short"}', 'desk has no option depth: it has depths, hint, observe, dialect, aliases'],
  ['{"depths": []}', 'depths must be a list of one of "short", "middle", "long", at least 1 long, got []'],
  ['{"depths": ["deep"]}', 'depths must be a list of one of "short", "middle", "long", at least 1 long, got ["deep"]'],
  ['{"hint": 4}', 'hint must be one of 0, 1, 2, 3, got 4'],
  ['{"observe": "all"}', 'observe must be one of "changes", "full", got "all"'],
  ['{"aliases": "words"}', 'aliases must be one of "none", "things", "all", got "words"'],
  ['{"dialect": "python"}', 'dialect must be one of "names", "words", "calls", got "python"'],
]
for (const [options, message] of refused) {
  test(`refused by the desk: ${options}`, t => {
    t.throws(() => desk(fromFile(options)), { instanceOf: RangeError, message })
  })
}
