import test from 'ava'
import { desk, type DeskOptions } from '../../../../environments/desk/index.ts'
import { generateDeskTask } from '../../../../environments/desk/generation/generate.ts'
import { deskChoices } from '../../../../environments/desk/generation/options.ts'
import { isGranted } from '../../../../environments/desk/tasks/task.ts'
import { derive, randomFrom, rootKey, type Random } from '../../../../src/math/random.ts'

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

test('a task of `seen` is found after two hundred draws that are not', t => {
  const choices = deskChoices({ depths: ['short'] })
  let [draws, chance] = [0, randomFrom(rootKey(0))]
  /** A desk of `train` again and again: a draw begins with its depth. */
  const stubborn: Random = {
    uniform: () => chance.uniform(),
    integer: n => chance.integer(n),
    normal: () => chance.normal(),
    shuffle: items => chance.shuffle(items),
    pick: items => {
      if (Object.is(items, choices.depths)) {
        draws += 1
        chance = randomFrom(draws <= 200 ? rootKey(0) : derive(rootKey(1), draws))
      }
      return chance.pick(items)
    },
  }
  const task = generateDeskTask(choices, 'seen', stubborn)
  t.true(draws > 200)
  t.false(isGranted(task, task.data))
})
