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
  return { from, to, packages: await packEngine({ from, to, license: 'Terms.' }) }
}

test('each platform has a package of its own with what the processor needs, and no script that an install would run', async t => {
  const { to, packages } = await packed(t, whole)
  const [linux, windows] = ['@rlanything/onnxruntime-linux-x64', '@rlanything/onnxruntime-win32-arm64']
  t.deepEqual(packages, { [linux]: '1.2.3', [windows]: '1.2.3' })
  const files = await readdir(join(to, 'linux-x64'), { recursive: true, withFileTypes: true })
  t.deepEqual(files.flatMap(entry => (entry.isFile() ? [entry.name] : [])).sort(), [
    'LICENSE',
    'README.md',
    'index.js',
    'libonnxruntime.so.1',
    'onnxruntime_binding.node',
    'package.json',
  ])
  const read = async (platform: string) => JSON.parse(await readFile(join(to, platform, 'package.json'), 'utf8'))
  t.like(await read('linux-x64'), { name: linux, version: '1.2.3', os: ['linux'], cpu: ['x64'], libc: ['glibc'] })
  const manifest = await read('win32-arm64')
  t.like(manifest, { name: windows, os: ['win32'], cpu: ['arm64'], type: 'commonjs' })
  t.deepEqual([manifest.scripts, manifest.libc], [undefined, undefined])
  t.deepEqual(manifest.dependencies, { 'onnxruntime-common': '1.2.3' })
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
