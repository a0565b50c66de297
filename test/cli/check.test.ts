/** `check` holds to the laws what a run of the same configuration would take. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import fc from 'fast-check'
import { checkFormulationFile } from '../../src/cli/commands/check-formulation.ts'
import { junitText } from '../../src/laws/law/junit.ts'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { commandLine } from './command-line.ts'

const check = (words: string) => commandLine(['check', ...words.split(' '), '--runs', '20'])

test('what a formulation has no part for is the configuration of the world, and it is told whose it is', async t => {
  const file = join(await temporaryFolder(t), 'mine.mjs')
  await writeFile(file, `export default { name: 'mine', accepts: () => false }\n`)
  const byDefault = await check(`${file} --law unanimous-teaches one-direction`)
  t.is(byDefault.code, 0)
  t.regex(byDefault.printed, /^unanimous-teaches +curious +holds/m)
  const [own = '', rest = ''] = byDefault.printed.split(/^its own: accepts$/m)
  t.regex(own, /^one-direction .*\n\n1 hold/m)
  t.false(own.includes('unanimous-teaches'))
  t.regex(rest, /^of the configuration for household: voteAdvantages$/m)
  const settings = join(await temporaryFolder(t), 'settings.json')
  await writeFile(settings, '{"rewardModel":{"group":"step"}}')
  for (const how of [`--config ${settings}`, '--set rewardModel.group=step']) {
    const { printed } = await check(`${file} --law unanimous-teaches ${how}`)
    t.regex(printed, /^unanimous-teaches +curious +broken/m, how)
  }
  const coding = await check(`${file} --law vote-order program-order --world coding`)
  t.regex(coding.printed, /^vote-order +must +not applicable: its model writes tests/m)
  t.regex(coding.printed, /^of the configuration for coding: voteRewards, testRewards$/m)
})

test('a law that needs a claim is not applied without it, and the claim to add is told', async t => {
  const file = join(await temporaryFolder(t), 'mine.mjs')
  const parts = 'advantages: rewards => rewards.map(row => row.map(() => 1))'
  const checked = async (claims = '', format = 'table') => {
    await writeFile(file, `export default { name: 'mine', ${parts}, ${claims} }\n`)
    return (await check(`${file} --law centred singleton-step --format ${format}`)).printed
  }
  const unclaimed = await checked()
  t.regex(unclaimed, /^centred +must +not applicable: it does not claim policy +\d+$/m)
  const told = /^centred: add (claims: .*)$/m.exec(unclaimed)?.[1]
  t.is(told, "claims: { policy: { over: 'episodes', unit: false } }")
  t.like(JSON.parse(await checked('', 'json')), {
    laws: { 0: { claim: { policy: { over: 'episodes', unit: false } } } },
  })
  t.regex(await checked('', 'junit'), /it does not claim policy: add claims: \{ policy/)
  const claimed = await checked(told)
  t.regex(claimed, /^centred +must +broken/m)
  t.regex(claimed, /^singleton-step +must +not applicable: it claims to compare whole/m)
})

test('laws of a file are checked as well, and told apart by name', async t => {
  const own = 'examples/length-law.ts'
  const both = await check(`outcome-only --laws ${own} --law reward-finite length-pays-nothing --strict`)
  t.is(both.code, 1)
  t.regex(both.printed, /^reward-finite +must +holds/m)
  t.regex(both.printed, /^length-pays-nothing +should +broken/m)
  t.regex(both.printed, /^ {2}found {5}-?2 with each step twice$/m)
  const folder = await temporaryFolder(t)
  const complaints = [
    ['export default {}', /must export a list of laws as its default: it must be a list, got \{\}/],
    ["export default [{ name: 'odd' }]", /\[0\]\.statement must be text, got nothing/],
    ["throw new Error('not today')", /the laws of .* cannot be loaded: not today/],
    [
      `const law = { statement: '', source: '', severity: 'must', part: 'accepts', check: () => ({}) }
       export default [{ ...law, name: 'reward-finite' }]`,
      /must name each law anew, got reward-finite once more/,
    ],
  ] as const
  for (const [index, [text, message]] of complaints.entries()) {
    const file = join(folder, `${index}.mjs`)
    await writeFile(file, text)
    const { code, errors } = await check(`paper --laws ${file}`)
    t.is(code, 2, text)
    t.regex(errors, message)
  }
})

test('both losses are checked where the configuration gives each model its own', async t => {
  const file = join(await temporaryFolder(t), 'mine.mjs')
  await writeFile(file, `export default { name: 'mine', accepts: () => false }\n`)
  const objective = join(await temporaryFolder(t), 'objective.mjs')
  await writeFile(
    objective,
    `export default () => logprobs =>
      ({ loss: 1 / logprobs.length, gradient: new Float64Array(logprobs.length), kl: -1, clipped: 0 })\n`,
  )
  const of = (model: string) => check(`${file} --law counts --set ${model}.objective={"module":"${objective}"}`)
  for (const model of ['policy', 'rewardModel']) t.regex((await of(model)).printed, /^counts +must +broken/m, model)
  t.regex((await check(`${file} --law counts`)).printed, /^counts +must +holds/m)
})

test('laws are counted as they are checked, for the bar of a terminal', async t => {
  const told: unknown[] = []
  const law = ['singleton', 'no-variance']
  const flags = { law, config: parseRunConfig({}), seed: 1, runs: 5, deadline: 60_000, format: 'json' } as const
  await checkFormulationFile('paper', flags, (...one) => told.push(one))
  t.deepEqual(told, [
    [1, 2, 'singleton'],
    [2, 2, 'no-variance'],
  ])
})

test('a configuration, a world or a formulation that is none is refused', async t => {
  const complaints = [
    ['paper --set rewardModel.grop=step', /did you mean rewardModel.group/],
    ['paper --world nowhere', /environment.name must be .*got 'nowhere'/],
    [
      'paper --law votes-monotone',
      /^error: --law must be one of the \d+ laws of docs\/laws\.md, got votes-monotone; did you mean vote-monotone\?$/m,
    ],
  ] as const
  for (const [words, message] of complaints) {
    const { code, errors } = await check(words)
    t.is(code, 2, words)
    t.regex(errors, message)
  }
})

test('a file that exports nothing to check is refused, with the kinds that there are', async t => {
  const file = join(await temporaryFolder(t), 'mine.mjs')
  for (const value of ["{ name: 'x' }", '42', '{}', '[]']) {
    await writeFile(file, `export default ${value}\n`)
    const { code, errors } = await check(file)
    t.is(code, 2, value)
    t.regex(
      errors,
      /mine\.mjs must export a formulation, a world or a method as its default: .*stepReward.*parseTask.*prepare; got /,
    )
  }
})

test('a file that cannot be loaded is told with the place of its mistake, and one without a default export as such', async t => {
  const folder = await temporaryFolder(t)
  const broken = join(folder, 'broken.ts')
  await writeFile(broken, 'export default () => 1\nconst a == 2\n')
  const { code, errors } = await check(broken)
  t.is(code, 2)
  t.regex(errors, /^error: .*broken\.ts cannot be loaded: [^]*broken\.ts:2(:\d+)?/)
  const bare = join(folder, 'bare.ts')
  await writeFile(bare, 'export const laws = []\n')
  t.regex((await check(bare)).errors, /bare\.ts must export a formulation, a world or .*; got no default export$/)
})

test('a method is checked by the seed of its settings, unless another is named', async t => {
  const { code, errors } = await commandLine('check --method grpo --law measures-fit --set seed=-1'.split(' '))
  t.is(code, 2)
  t.regex(errors, /seed must be .*, got -1/)
})

test('a file or name of a method is held to the laws of methods', async t => {
  const faulty = fileURLToPath(new URL('../fixtures/methods/faulty.js', import.meta.url))
  const broken = await commandLine(['check', faulty, '--law', 'measures-fit', '--set', 'methodOptions.fault=measures'])
  t.is(broken.code, 1)
  t.regex(broken.printed, /^measures-fit +broken$/m)
  t.regex(broken.printed, /^ {2}it threw .*undeclared/m)
  const { code, printed } = await commandLine('check --method grpo --law measures-fit --format json'.split(' '))
  t.is(code, 0)
  t.like(JSON.parse(printed), { file: 'grpo', laws: [{ name: 'measures-fit', verdict: 'holds' }] })
  const junit = ['check', faulty, '--set', 'methodOptions.fault=measures', '--format', 'junit', '--law']
  t.regex(
    (await commandLine([...junit, 'measures-fit'])).printed,
    /<testsuite name=".*faulty\.js" tests="1" failures="1" errors="0" skipped="0" [^]*<failure message=".*">it threw .*undeclared/,
  )
})

const example = (name: string) => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url))

test('a world is held to the laws of its kind, by its file or name', async t => {
  const kinds = [
    ['post.js', 'a step that wins', /^1 hold, 0 broken, 0 stuck$/m],
    ['guess.js', 'give the same episode', /^1 hold, 0 broken, 0 stuck$/m],
    ['cart-pole.js', 'only the rows', /^1 hold, 0 broken, 0 stuck$/m],
  ] as const
  for (const [file, law, summary] of kinds) {
    const { code, printed } = await commandLine(['check', example(file), '--law', law, '--runs', '5'])
    t.is(code, 0, file)
    t.regex(printed, summary)
  }
  const { code, printed } = await commandLine('check household --law file --runs 2 --format json'.split(' '))
  t.is(code, 0)
  t.like(JSON.parse(printed), { file: 'household', laws: [{ law: 'a task survives a file', verdict: 'holds' }] })
})

test('a world that breaks a law is shown with its transcript, one that does not return is stuck', async t => {
  const faulty = async (fault: string) => {
    const file = join(await temporaryFolder(t), 'faulty.mjs')
    await writeFile(
      file,
      `import guess from ${JSON.stringify(new URL('../../examples/guess.js', import.meta.url).href)}
       export const laws = { runs: 7 }
       export default options => ({ ...guess(options), ${fault} })\n`,
    )
    return file
  }
  const open = `open: () => ({ observation: 'Guess my number.', act: () => ({ observation: 'Yes.', won: true, score: 1, lost: true, label: null }), close: async () => {} })`
  const broken = await commandLine(['check', await faulty(open)])
  t.is(broken.code, 1)
  t.regex(broken.printed, /^4 hold, 1 broken, 0 stuck$/m)
  t.regex(
    broken.printed,
    /^guess breaks the law: a score .*\n {2}task {6}\{"number":\d\}\n {4}Guess my number\.\n {4}> .*\n {4}Yes\./m,
  )
  t.regex(broken.printed, /^ {2}found {5}the step wins and loses\n {2}case 1, .*again with seed 1$/m)
  const junit = (await commandLine(['check', await faulty(open), '--law', 'a score', 'any text', '--format', 'junit']))
    .printed
  t.regex(junit, /tests="2" failures="1" errors="0" skipped="0" time="\d/)
  t.regex(junit, /<testcase classname="world" name="any text is an action.*" time="[\d.]+"\/>/)
  t.regex(junit, /<failure message="a score .*">guess breaks the law: [^]*the step wins and loses/)
  const endless = ['check', await faulty('stepLimit: () => { for (;;); }'), '--law', 'any text', '--deadline', '3000']
  const stuck = await commandLine(endless)
  t.is(stuck.code, 1)
  t.regex(stuck.printed, /^any text is an action, .*: stuck: /m)
  t.regex((await commandLine([...endless, '--format', 'junit'])).printed, /errors="1"[^]*<error message="/)
})

test('a report that cannot be written says why', async t => {
  const file = join(await temporaryFolder(t), 'nowhere', 'x.xml')
  const { code, errors } = await check(`outcome-only --law reward-finite --output ${file}`)
  t.is(code, 1)
  t.regex(errors, /^error: cannot write .*x\.xml: its folder does not exist$/)
})

test('a report in the form of JUnit is XML, whatever a world says', t => {
  const letters = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)) })
  fc.assert(
    fc.property(letters, text => {
      const xml = junitText(text, [{ name: text, classname: text, outcome: { kind: 'failure', message: text, text } }])
      t.notRegex(xml, /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
    }),
  )
})

test('what does not go with a world is refused', async t => {
  const refusals = [
    [['--law', 'nosuch'], /--law must be part of one of these, got nosuch: any text is an action/],
    [['--laws', 'mine.js'], /--laws must be left out where a world is checked, got "mine.js"/],
    [['--strict'], /--strict must be left out where a world is checked, got true/],
    [['--world', 'household'], /--world must be left out where a world is checked, got "household"/],
  ] as const
  for (const [words, message] of refusals) {
    const { code, errors } = await commandLine(['check', example('guess.js'), ...words])
    t.is(code, 2)
    t.regex(errors, message)
  }
  const file = join(await temporaryFolder(t), 'odd.mjs')
  await writeFile(file, 'export default () => ({ name: 1 })')
  t.regex((await commandLine(['check', file])).errors, /what .*odd\.mjs makes is no world: name must be text, got 1/)
})

test('what is to be checked is named once, and by a name that there is', async t => {
  t.regex((await commandLine(['check'])).errors, /check takes a formulation, a world or a method, or --method/)
  t.regex(
    (await commandLine(['check', 'grpo', '--method', 'grpo'])).errors,
    /check takes a formulation, a world or a method, or --method/,
  )
  const nosuch = (await commandLine(['check', 'guesss'])).errors
  t.regex(nosuch, /check takes a file, or the name of a formulation, a method or a world, got guesss\n/)
  t.regex(nosuch, /^formulations: paper, .*\nmethods: rlanything, .*\nworlds: coding, /m)
  t.regex((await commandLine(['check', 'houshold'])).errors, /got houshold; did you mean household\?/)
  t.regex((await commandLine(['check', './no.js'])).errors, /there is no file \.\/no\.js to check/)
  t.regex((await commandLine(['check', '--method', 'nosuch'])).errors, /method must be rlanything or grpo/)
  t.regex(
    (await commandLine('check --method grpo --law vote-order'.split(' '))).errors,
    /--law must be one of measures-fit/,
  )
})
