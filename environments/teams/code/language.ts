/** One token a word of the specification and a phrase of a program, as in coding, and a sentence of the team. */
import type { Language } from '../../../src/contracts/worlds/environment.ts'
import { codingLanguage } from '../../coding/language.ts'
import { testReasons } from './telling.ts'

const said = [
  ...['Test:', 'Code:', 'The tester says', 'nothing', 'There was no test'],
  ...['The program passes it', 'The program fails it', 'Your program passes it', 'Your program fails it'],
]

export const codeTeamLanguage: Language = {
  phrases: [...new Set([...codingLanguage.phrases, ...said, ...Object.values(testReasons)])],
  silent: codingLanguage.silent,
}
