/** Reads the guides: what they show is held against what is there. */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The blocks of one language in a page, in order. */
export async function blocksOf(page: string, language: string): Promise<readonly string[]> {
  const text = await readFile(page, 'utf8')
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, found, block]) =>
    found === language ? [block ?? ''] : [],
  )
}

/** The sources that pages may show, as a reader outside this repository would write them. */
export async function shownSources(): Promise<readonly string[]> {
  const files = await Promise.all(
    ['examples', 'examples/harnesses', 'test/docs', 'src/methods', 'src/methods/kit', 'src/methods/grpo'].map(
      async folder => (await readdir(folder)).filter(name => /\.m?[jt]s$/.test(name)).map(name => join(folder, name)),
    ),
  )
  const texts = await Promise.all(files.flat().map(file => readFile(file, 'utf8')))
  return texts.map(text =>
    text
      .replaceAll(/'(\.\.\/)+src\/index\.ts'/g, "'rlanything'")
      .replaceAll(/'(?:\.\.\/)+src\/(engine|models|runtime|gui)\.ts'/g, "'rlanything/$1'")
      .replaceAll(/'(\.\.\/)+src\/laws\/index\.ts'/g, "'rlanything/testing'")
      .replaceAll(/'(?:\.\.\/)+(environments\/\w+)\/index\.ts'/g, "'rlanything/$1'")
      .replaceAll(/'(?:\.\.\/)+examples\/(.*?)\.ts'/g, "'./$1.js'")
      .replaceAll(/'\.\/([\w-]+)\.ts'/g, "'./$1.js'"),
  )
}

/** Whether a source, bare, has the imports of a piece of code, and what stands between them, as they are. */
export function isPiece(source: string, code: string): boolean {
  return code.split(/^(import .*)$/m).every(part => source.includes(bare(part).replace(/,$/, '')))
}

/** Without what a formatter may change when it moves code: white space, and commas before a closing bracket. */
export const bare = (code: string): string => code.replaceAll(/\s+/g, '').replaceAll(/,([)\]}])/g, '$1')

/** An episode as a page tells it: the opening, then a line with each action behind "> ", and one with what follows. */
export function toldEpisode(block: string): {
  readonly opening: string
  readonly steps: readonly (readonly [action: string, observation: string])[]
} {
  const [opening = '', ...lines] = block.trim().split('\n')
  const steps = lines.flatMap((line, index) =>
    index % 2 === 0 ? [[line.replace('> ', ''), lines[index + 1] ?? ''] as const] : [],
  )
  return { opening, steps }
}
