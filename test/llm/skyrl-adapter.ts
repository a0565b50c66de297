/** What SkyRL trained, computed by the local engine. */
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loraTargets } from '../../src/contracts/models/model-config.ts'

/**
 * The base model with the adapter of an archive that SkyRL wrote to sample from, which is laid out as PEFT does, as a folder.
 *
 * @param to the new folder.
 */
export async function withSkyrlAdapter(base: string, archive: string, to: string): Promise<void> {
  await cp(base, to, { recursive: true })
  const adapter = join(to, 'adapter')
  await mkdir(adapter)
  await promisify(execFile)('tar', ['xzf', archive, '-C', adapter])
  /* SkyRL leaves out to which layers it belongs: to all of these. */
  const settings = join(adapter, 'adapter_config.json')
  const given = JSON.parse(await readFile(settings, 'utf8')) as object
  await writeFile(settings, JSON.stringify({ ...given, target_modules: loraTargets }))
}

/** Archives of all models in the folder of a service. */
export async function samplerArchives(service: string): Promise<readonly string[]> {
  const names = await readdir(service, { recursive: true })
  return names.filter(name => /sampler_weights.*\.tar\.gz$/.test(name)).map(name => join(service, name))
}
