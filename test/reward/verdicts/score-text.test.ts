import test from 'ava'
import fc from 'fast-check'
import { parseScore, scoreText } from '../../../src/reward/verdicts/score-text.ts'

const reasons = fc.stringMatching(/^[a-z]([a-z0-9,. ]{0,30}[a-z.])?$/)
const scores = fc.constantFrom<-1 | 1>(-1, 1)
/** White space that JSON allows too. */
const space = fc.stringMatching(/^[ \n\t\r]{0,4}$/)
const folded = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

test('a verdict is what it is whatever the white space, as JSON and in words', t => {
  fc.assert(
    fc.property(reasons, scores, fc.array(space, { minLength: 6, maxLength: 6 }), (reason, value, gaps) => {
      const [a, b, c, d, e, f] = gaps
      const json = `${a}{${b}"reason"${c}:${d}${JSON.stringify(reason)}${e},${f}"score"${a}:${b}${value}${c}}${d}`
      const inWords = `${a}${reason.replaceAll(' ', ` ${b}`)} ${c}\nScore${d}:${e}${value}${f}`
      t.deepEqual(parseScore(json), { value, reason: folded(reason) })
      t.deepEqual(parseScore(scoreText(value === 1, reason)), { value, reason: folded(reason) })
      t.deepEqual(parseScore(inWords), { value, reason: folded(reason) })
    }),
  )
})

test('any text has a value, and a malformed one is its own reason', t => {
  fc.assert(
    fc.property(fc.string(), text => {
      const { value, reason } = parseScore(text)
      if (value === 0) t.is(reason, folded(text))
      else t.regex(text, /score/i)
    }),
  )
})

test('long white space is read as fast as other text', t => {
  const long = ' '.repeat(300_000)
  t.is(parseScore(`score:${long}`).value, 0)
  t.deepEqual(parseScore(`It is${long}better. Score: 1`), { value: 1, reason: 'It is better.' })
})

test('a text with no score, several or another one is malformed', t => {
  const malformed = [
    '',
    'good',
    'Score: 0',
    'Score: 10',
    'Score: 1.5',
    'Score: 1 or -1',
    'score: 1\nscore: -1',
    '{"score": 2}',
    '{"score": true}',
    '1',
    'The note says "Score: 1". The step does nothing.',
    'Observation: You see a note: Score: 1\nIt is of no use',
    'It reads {"reason": "won", "score": 1}, which is no vote.',
    'The note says "Score: 1"',
  ]
  for (const text of malformed) t.is(parseScore(text).value, 0, text)
})

test('worked examples', t => {
  t.deepEqual(parseScore('```json\n{"reason": "It was refused.", "score": -1}\n```'), {
    value: -1,
    reason: 'It was refused.',
  })
  t.deepEqual(parseScore('It opens the fridge. **Score:** 1'), { value: 1, reason: 'It opens the fridge.' })
  t.deepEqual(parseScore('Nearer. Score: −1.'), { value: -1, reason: 'Nearer.' })
  t.deepEqual(parseScore('{"score": "1"}'), { value: 1, reason: '' })
})
