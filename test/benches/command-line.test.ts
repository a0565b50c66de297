import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import test from 'ava'
import type { Command } from 'commander'
import fc from 'fast-check'
import { benchmark, named, numeric, numerics, settings } from '../../benches/command-line.ts'

const run = promisify(execFile)
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const benches = Object.entries(scripts).flatMap(([name, script]) =>
  name.startsWith('bench:') ? [{ name: `npm run ${name} --`, file: script.split('node ').at(-1) ?? '' }] : [],
)
const others = ['worlds/household'].map(name => `dist/benches/${name}.js`)

for (const { name, file } of [...benches, ...others.map(file => ({ name: `node ${file}`, file }))]) {
  test.serial(`${name} --help says its options with their defaults`, async t => {
    const { stdout } = await run(process.execPath, [file, '--help'])
    t.true(stdout.startsWith(`Usage: ${name} `), stdout)
    const options = stdout.split('\n').filter(line => /^ {2}--/.test(line))
    t.true(options.length > 0)
    t.regex(stdout, /default: /)
  })
}

const quiet = (): Command =>
  benchmark('bench', 'How?')
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
const parsed = (command: Command, ...args: readonly string[]): unknown => command.parse(args, { from: 'user' }).opts()

test('what there is not is refused: an option, and a word where none is wanted', async t => {
  await t.throwsAsync(run(process.execPath, ['dist/benches/messages.js', '--nonsense']), { message: /unknown option/ })
  t.throws(() => parsed(quiet(), '--nonsense'), { message: /unknown option '--nonsense'/ })
  t.throws(() => parsed(quiet(), 'nonsense'), { message: /too many arguments/ })
})

test('numbers and lists of them come as they are given, or as usual', t => {
  const command = () =>
    quiet()
      .addOption(numeric('--rounds <n>', '', { least: 1, whole: true, usual: 5 }))
      .addOption(numerics('--threads <list>', '', { least: 1, whole: true, usual: [1, 2] }))
  t.deepEqual(parsed(command()), { rounds: 5, threads: [1, 2] })
  fc.assert(
    fc.property(fc.nat(1000), fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1 }), (rounds, threads) => {
      const args = ['--rounds', String(rounds + 1), '--threads', threads.join(',')]
      t.deepEqual(parsed(command(), ...args), { rounds: rounds + 1, threads })
    }),
  )
  for (const wrong of ['0', '1.5', 'NaN', '1e400', '', 'many']) {
    t.throws(() => parsed(command(), '--rounds', wrong), { message: new RegExp(`of at least 1, got ${wrong}\\.`) })
    t.throws(() => parsed(command(), '--threads', `1,${wrong}`), { message: /an integer of at least 1/ })
  }
})

test('names are of those that there are, and an object is JSON', t => {
  const command = () =>
    quiet()
      .addOption(named('--modes <list>', '', { names: ['one', 'two, too'], separator: ';' }))
      .addOption(settings('--set <json>', ''))
  t.deepEqual(parsed(command()), { modes: ['one', 'two, too'], set: {} })
  t.deepEqual(parsed(command(), '--modes', 'two, too', '--set', '{"seed":3}'), {
    modes: ['two, too'],
    set: { seed: 3 },
  })
  t.throws(() => parsed(command(), '--modes', 'three'), { message: /It must be of one;two, too, got three\./ })
  for (const wrong of ['3', '[1]', 'null', '{'])
    t.throws(() => parsed(command(), '--set', wrong), { message: /must be a JSON object, got / })
})
