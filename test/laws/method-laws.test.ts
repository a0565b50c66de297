/** The laws of methods hold of all that come with the package, and each law finds a method that breaks it. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { completeConfig } from '../../src/methods/registry/run-config.ts'
import { checkMethod } from '../../src/laws/method/check-method.ts'
import { methodLaws } from '../../src/laws/method/method-laws.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import type { faults } from '../fixtures/methods/faulty.ts'
import { tinyMethods } from '../methods/tiny-methods.ts'
import { tinyConfig, tinyStarters } from '../run/tiny-run.ts'

for (const [method, { changes, language }] of Object.entries(tinyMethods))
  test(`the laws of methods hold of ${method}`, async t => {
    const starters = await tinyStarters(join(await temporaryFolder(t), 'starters'), language)
    const usual = tinyConfig(starters, { ...changes, method })
    const config = 'episodes' in usual.tasks ? { ...usual, tasks: { ...usual.tasks, episodes: 4 } } : usual
    for (const { law, finding } of await checkMethod({ config })) {
      const allowed = law.name === 'invalid-leaves-its-group' ? ['holds', notCompared[method]] : ['holds']
      t.true(
        allowed.includes('reason' in finding ? finding.reason : finding.verdict),
        `${law.name}: ${JSON.stringify(finding)}`,
      )
    }
  })

const notCompared: Readonly<Record<string, string>> = {
  /* Candidates of a turn are compared, and no episodes. */
  'at-grpo': 'episodes of a group are not compared with each other',
  /* Of the groups some are kept. */
  'pa-rl': 'no group of three episodes or more was trained on',
  'vlm-rl': 'no group of three episodes or more was trained on',
  ragen: 'the group is not trained on whatever that episode came to',
}

const faulty = fileURLToPath(new URL('../fixtures/methods/faulty.js', import.meta.url))

/** The law that a fault breaks, and what is said of it. */
const breaks: Readonly<Record<(typeof faults)[number], readonly [law: string, reason: RegExp] | null>> = {
  none: null,
  measures: ['measures-fit', /^it threw .*undeclared/],
  collect: ['collect-trains-nothing', /^log-probabilities before and after collect 1: 0\.1 is -?[\d.]+, and should be/],
  resume: ['resumes', /^after save and resume: 0\.state\.played is \d+, and should be \d+$/],
  arrival: ['arrival', /^with answers in the opposite order: 0\.learning\.measures\.first is/],
  zero: [
    'invalid-leaves-its-group',
    /^train\/1\/\d\/3 could not be played, and the others of its group get what they get where it is lost$/,
  ],
}

for (const [fault, broken] of Object.entries(breaks))
  test(`of a method with the fault ${fault} ${broken === null ? 'nothing' : 'just one law'} is broken`, async t => {
    const starters = await tinyStarters(join(await temporaryFolder(t), 'starters'))
    const changes = { method: faulty, methodOptions: { fault }, tasks: { episodes: 4 } }
    const config = await completeConfig(tinyConfig(starters, changes))
    const laws =
      broken === null ? methodLaws : methodLaws.filter(({ name }) => name === broken[0] || name === 'resumes')
    for (const { law, finding } of await checkMethod({ config }, laws)) {
      const isBroken = law.name === broken?.[0]
      if (fault !== 'measures') t.is(finding.verdict, isBroken ? 'broken' : 'holds', law.name)
      if (isBroken) t.regex('reason' in finding ? finding.reason : '', broken[1])
    }
  })
