/** What is declared of the package: nothing that runs at install, engines that come when asked for, commands that there are. */
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import test from 'ava'
import { z } from 'zod'

const textsSchema = z.record(z.string(), z.string())
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        dev: z.boolean().default(false),
        hasInstallScript: z.boolean().default(false),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const manifest = z
  .object({
    dependencies: textsSchema,
    devDependencies: textsSchema,
    peerDependencies: textsSchema,
    peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean() })),
    optionalDependencies: textsSchema.default({}),
  })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

test('nothing that is installed with the package has an install script', t => {
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  t.true(installed.length > 20)
  t.deepEqual(
    installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path),
    [],
  )
})

test('engines beside the default one are declared, and come only when asked for', t => {
  const tensorflow = ['core', 'backend-cpu', 'backend-wasm', 'backend-webgpu', 'node', 'node-gpu']
  for (const name of [...tensorflow.map(part => `@tensorflow/tfjs-${part}`), 'onnxruntime-node', 'webgpu']) {
    t.truthy(manifest.peerDependencies[name], name)
    t.true(manifest.peerDependenciesMeta[name]?.optional, name)
    t.is(manifest.dependencies[name] ?? manifest.optionalDependencies[name], undefined, name)
  }
})

test('the engine that is packed and the package of its types are of one version', t => {
  const common = manifest.dependencies['onnxruntime-common']
  t.is(manifest.devDependencies['onnxruntime-node'], common)
  for (const name of ['onnxruntime-node', 'onnxruntime-common']) {
    t.is(packages[`node_modules/${name}`]?.version, common)
  }
})

test('the nightly runs commands that there are, and every environment that scripts prepare', async t => {
  const script = await readFile('scripts/nightly.sh', 'utf8')
  const { scripts } = z.object({ scripts: textsSchema }).parse(JSON.parse(await readFile('package.json', 'utf8')))
  const named = [...script.matchAll(/npm run -s ([\w:-]+)/g)].map(([, name = '']) => name)
  t.true(named.length > 7)
  t.deepEqual(
    named.filter(name => scripts[name] === undefined),
    [],
  )
  const prepared = (await readdir('scripts')).filter(name => name.startsWith('prepare-'))
  t.deepEqual(
    prepared.filter(name => !script.includes(`scripts/${name}`)),
    [],
  )
})
