import test from 'ava'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { departures } from '../../../src/experiment/state/departures.ts'

const planned = parseRunConfig({ seed: 3, environment: { options: { receptacles: [4, 5] } } })

test('settings that change no result make no difference, nor does the order of options', t => {
  const options = { environment: { options: { a: 1, b: 2 }, threads: 4 }, engine: { threads: 4, replicas: 2 } }
  const found = parseRunConfig(options)
  t.deepEqual(departures(parseRunConfig({ environment: { options: { b: 2, a: 1 } } }), found), [])
})

test('a plan without a date leaves it to the day on which the run began', t => {
  const on = (date: string | null) => parseRunConfig({ policy: { date } })
  t.deepEqual(departures(on(null), on('2026-01-31')), [])
  t.is(departures(on('2026-01-30'), on('2026-01-31')).length, 1)
})

test('each other difference is told by its path, with both values', t => {
  const found = parseRunConfig({ seed: 4, policy: { filter: [0.1, 1] }, environment: { options: { steps: 9 } } })
  t.deepEqual(departures(planned, found), [
    'seed is 3 in the plan and 4 in the run',
    'environment.options.receptacles is [4,5] in the plan and nothing in the run',
    'policy.filter is [0,1] in the plan and [0.1,1] in the run',
    'environment.options.steps is nothing in the plan and 9 in the run',
  ])
})

test('starters of an experiment are the same ones when its folder was moved, and others are not', t => {
  const from = (folder: string) => parseRunConfig({ starters: { policy: `${folder}/policy` } })
  t.deepEqual(departures(from('/a/starters/weak'), from('/b/c/starters/weak')), [])
  t.is(departures(from('/a/starters/weak'), from('/a/starters/strong')).length, 1)
  t.is(departures(from('/a/mine'), from('/b/mine')).length, 1)
})
