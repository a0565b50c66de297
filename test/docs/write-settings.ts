/** Writes docs/settings.md, docs/measures.md, docs/laws.md, run-config.schema.json and experiment.schema.json: `npm run docs:settings`. */
import { writeFile } from 'node:fs/promises'
import { settingsFiles } from './settings-page.ts'

for (const [path, text] of Object.entries(await settingsFiles())) {
  await writeFile(path, text)
  console.log(path)
}
