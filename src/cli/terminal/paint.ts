/** Colour for a terminal that someone watches. */
import type { Terminal } from './terminal.ts'

type Tone = 'better' | 'worse'

/** Colours a text; leaves it where there is no colour. */
export type Paint = (text: string, tone: Tone) => string

const codes: Readonly<Record<Tone, number>> = { better: 32, worse: 31 }

/** Not where the output is a file, nor where the environment forbids it (https://no-color.org). */
export const paintFor = ({ interactive }: Pick<Terminal, 'interactive'>): Paint =>
  interactive && (process.env['NO_COLOR'] ?? '') === ''
    ? (text, tone) => `\u001b[${codes[tone]}m${text}\u001b[39m`
    : text => text
