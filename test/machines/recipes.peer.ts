/** Recipes of workers against the schemas of what reads them. Opt-in: scripts/prepare-export-readers.sh makes the environment. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { told, withPython } from '../peers/python.ts'

const names = ['kubernetes.yaml', 'compose.yaml']
const validate = 'scripts/peers/validate-recipes.py'

withPython(
  'RLANYTHING_EXPORT_READERS',
  'recipes of workers fit the schemas, and one misspelt key does not',
  async (t, bin) => {
    const recipes = names.map(name => join('recipes/machines', name))
    t.deepEqual(await told(bin, [validate, ...recipes]), { 'kubernetes.yaml': [], 'compose.yaml': [] })
    const folder = await temporaryFolder(t)
    for (const name of names) {
      const text = await readFile(join('recipes/machines', name), 'utf8')
      await writeFile(join(folder, name), text.replace(/\bcommand: (?=.*worker)/, 'comand: '))
    }
    const misspelt = await told(bin, [validate, ...names.map(name => join(folder, name))])
    t.like(misspelt, Object.fromEntries(names.map(name => [name, { length: 1 }])))
    for (const found of Object.values(misspelt as object)) t.regex(String(found), /comand/)
  },
)
