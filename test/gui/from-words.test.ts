import test from 'ava'
import { fromWords } from '../../src/gui/actions/from-words.ts'

const cases: readonly (readonly [words: string, call: string])[] = [
  ['click 12', "click('12')"],
  ['fill 12 Ann Lee', "fill('12', 'Ann Lee')"],
  ["fill 12 Ann's", `fill('12', "Ann's")`],
  [' press  7 Enter ', "press('7', 'Enter')"],
  ['scroll 0 -200', 'scroll(0, -200)'],
  ['noop', 'noop()'],
  ['noop 500', 'noop(500)'],
  ['fill 12\nAnn', "fill('12', 'Ann')"],
  ['fill 12 Ann\nLee', 'fill 12 Ann\nLee'],
  ["click('12')", "click('12')"],
  ['dance 12', 'dance 12'],
  ['', ''],
]
for (const [words, call] of cases) test(`the words '${words}' are the call ${call}`, t => t.is(fromWords(words), call))

test('long white space is read as fast as other text', t => {
  const text = `fill 12${' '.repeat(300_000)}Ann\nLee`
  t.is(fromWords(text), text)
})
