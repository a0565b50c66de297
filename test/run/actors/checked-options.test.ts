import test from 'ava'
import fc from 'fast-check'
import { lastValueFrom, of, type Observable } from 'rxjs'
import { ConfigError, evaluate, parseRunConfig, resume, train, warmStart } from '../../../src/index.ts'
import { checkedOptions } from '../../../src/run/actors/checked-options.ts'
import { count, settled } from '../../../src/user-code/shape.ts'

const config = parseRunConfig({})
const needs = { config: settled, tasks: count }
const asked = checkedOptions({ verb: 'ask', needs }, async () => (options: object) => of(options))
const refused =
  (t: { throwsAsync: (work: Promise<unknown>, wanted: object) => unknown }, message: RegExp) =>
  (stream: Observable<unknown>) =>
    t.throwsAsync(lastValueFrom(stream), { instanceOf: ConfigError, message })

test('options that are what they must be are passed on as they are', async t => {
  const options = { config, tasks: 3 }
  t.is(await lastValueFrom(asked(options)), options)
})

test('an option that there is not is refused, with the one that was meant', async t => {
  await refused(
    t,
    /^ask takes no 'task'; did you mean tasks\? \(config, tasks\)$/,
  )(asked({ config, tasks: 3, task: 3 }))
  const singal = { config, directory: 'nowhere', singal: new AbortController().signal }
  await refused(t, /^train takes no 'singal'; did you mean signal\?/)(train(singal))
})

test('a configuration that lacks any key is refused by it, and says how one is made', async t => {
  const paths = Object.entries(config).flatMap(([key, part]) => [
    [key],
    ...(typeof part === 'object' ? Object.keys(part).map(inner => [key, inner]) : []),
  ])
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), async ([key, inner]) => {
      const section: unknown = Reflect.get(config, key!)
      const lacking =
        inner === undefined ? without(config, key!) : { ...config, [key!]: without(section as object, inner) }
      await refused(
        t,
        new RegExp(`^config of ask has no ${[key, inner].filter(Boolean).join('\\.')}[;.].*loadRunConfig`),
      )(asked({ config: lacking, tasks: 1 }))
    }),
  )
})

test('what a program hands in is refused by name, not found out inside', async t => {
  const given = (value: unknown) => value as never
  const directory = 'nowhere'
  await refused(t, /^config of train has no seed; .*loadRunConfig/)(train(given({ config: {} })))
  await refused(t, /^config of train must be an object, got undefined; .*loadRunConfig/)(train(given({ directory })))
  await refused(t, /^the options of train must be an object, got undefined$/)(train(given(undefined)))
  await refused(
    t,
    /iterations must be an integer.*got "3"/,
  )(train(given({ config: { ...config, iterations: '3' }, directory })))
  await refused(t, /^directory of train must be text, got 3$/)(train(given({ config, directory: 3 })))
  await refused(t, /^directory of resume must be text, got undefined$/)(resume(given({})))
  await refused(t, /^config of warmStart has no/)(warmStart(given({ config: {}, out: 'x' })))
  const measure = { config, policy: null, splits: ['unseen'], tasks: 1 }
  await refused(
    t,
    /^splits\[0\] of evaluate must be one of .*, got "test"$/,
  )(evaluate(given({ ...measure, splits: ['test'] })))
  await refused(t, /^tasks of evaluate must be a positive integer, got 0$/)(evaluate(given({ ...measure, tasks: 0 })))
})

const without = (whole: object, key: string): object =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key))
