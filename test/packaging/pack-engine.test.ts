/** A small installed package stands for the real one, whose binaries `npm run test:install` packs and runs. */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { packEngine } from '../../packaging/pack-engine.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const manifest = { name: 'engine', version: '1.2.3', license: 'MIT', scripts: { postinstall: 'node ./script/install' } }
const whole = {
  'package.json': JSON.stringify(manifest),
  'README.md': 'An engine.',
  'dist/index.js': 'module.exports = {}',
  'dist/index.js.map': '{}',
  'script/install.js': 'fetch()',
  'bin/napi-v6/linux/x64/onnxruntime_binding.node': 'binding',
  'bin/napi-v6/linux/x64/libonnxruntime.so.1': 'library',
  'bin/napi-v6/linux/x64/libonnxruntime_providers_cuda.so': 'for a GPU',
  'bin/napi-v6/win32/arm64/onnxruntime_binding.node': 'binding',
  'bin/napi-v6/win32/arm64/onnxruntime.dll': 'library',
  'bin/napi-v6/win32/arm64/DirectML.dll': 'for a GPU',
}

async function packed(t: ExecutionContext, files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder(t)
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(from, path)), { recursive: true })
    await writeFile(join(from, path), text)
  }
  return { from, to, platforms: await packEngine({ from, to, license: 'Terms.' }) }
}

test('what the processor needs is packed, and no script that an install would run', async t => {
  const { to, platforms } = await packed(t, whole)
  t.deepEqual(platforms, ['linux/x64', 'win32/arm64'])
  const files = (await readdir(to, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())
  t.deepEqual(files.map(({ name }) => name).sort(), [
    'LICENSE',
    'README.md',
    'index.js',
    'libonnxruntime.so.1',
    'onnxruntime.dll',
    'onnxruntime_binding.node',
    'onnxruntime_binding.node',
    'package.json',
  ])
  const { scripts, version, type } = JSON.parse(await readFile(join(to, 'package.json'), 'utf8'))
  t.deepEqual({ scripts, version, type }, { scripts: undefined, version: '1.2.3', type: 'commonjs' })
})

test('what an earlier packing left goes', async t => {
  const { from, to } = await packed(t, whole)
  await writeFile(join(to, 'stale'), '')
  await packEngine({ from, to, license: 'Terms.' })
  t.false((await readdir(to)).includes('stale'))
})

test('a platform without its library is refused by name, as is a package without any', async t => {
  const { 'bin/napi-v6/linux/x64/libonnxruntime.so.1': _, ...torn } = whole
  await t.throwsAsync(packed(t, torn), { message: /library for each platform, got bin\/napi-v6\/linux\/x64$/ })
  await t.throwsAsync(packed(t, { 'package.json': whole['package.json'] }), { message: /got none$/ })
})
