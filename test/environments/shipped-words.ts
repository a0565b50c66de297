import { readFile } from 'node:fs/promises'
import test, { type ExecutionContext } from 'ava'
import type { Language } from '../../src/contracts/worlds/environment.ts'
import { buildTokenizerJson } from '../../src/model/tokenizer/tokenizer-json.ts'
import { verdicts } from '../../src/reward/verdicts/verdict-text.ts'

/** The words of a shipped model are those of its world and of verdicts. */
export async function hasWords(t: ExecutionContext, folder: string, language: Language): Promise<void> {
  const json = await readFile(`${folder}/tokenizer.json`, 'utf8')
  t.deepEqual(JSON.parse(json), JSON.parse(buildTokenizerJson(language, Object.values(verdicts))))
}

export function startersHaveWords(world: string, language: Language): void {
  for (const who of ['policy', 'reward-model'])
    test(`the shipped ${who} of ${world} reads and writes its words`, t =>
      hasWords(t, `starters/${world}/${who}`, language))
}
