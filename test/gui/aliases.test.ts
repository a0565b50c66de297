import test from 'ava'
import fc from 'fast-check'
import { aliasing, aliasWords } from '../../src/gui/actions/aliases.ts'

const { tell, tellGiven, read } = aliasing(['click', 'button', 'OK', 'New mail', 'mail', 'Mail'], true)

test('a word that is unknown has the same alias wherever it comes, in the order of coming', t => {
  const { text, words } = tell('click the "Ok" button of Ann; the mail', [])
  t.is(text, 'click w0 "w1" button w2 w3; w0 mail')
  t.deepEqual(words, ['the', 'Ok', 'of', 'Ann'])
  t.is(tell("button 'New mail'\nbutton 'ANN ok', OK New", words).text, "button 'New mail'\nbutton 'w3 w1', OK w4")
})

test('what holds a sign is one word', t => {
  t.is(tell("mail Wi-Fi 'on' at 9:00, a.b@c.org.", []).text, "mail w0 'w1' w2 w3, w4.")
})

test('an action is read in the words as they were first told', t => {
  t.is(read('click w2 w9', ['the', 'of', 'Ann']), 'click Ann w9')
  t.is(tellGiven('click Ann Lee 12', ['the', 'of', 'Ann']), 'click w2 Lee 12')
})

test('words beyond the aliases are told as they are', t => {
  const { text, words } = tell(Array.from({ length: 100 }, (_, index) => `x${index}`).join(' '), [])
  t.is(words.length, aliasWords.length)
  t.true(text.endsWith('w94 w95 x96 x97 x98 x99'))
})

test('what was told and is read is the text again, except for capital letters of later places', t => {
  fc.assert(
    fc.property(fc.array(fc.string()), texts => {
      let words: readonly string[] = []
      for (const given of texts) {
        const told = tell(given, words)
        words = told.words
        t.is(read(told.text, words).toLowerCase(), given.toLowerCase())
      }
    }),
  )
})
