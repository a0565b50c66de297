/**
 * How many programs a second, with 8 tests each, go through the sandbox on two threads, beside a process of python3 for
 * each run, two at a time? How late are programs without end stopped? Then 10,000 programs in a row, every twentieth of
 * them hostile. A part of which there is to be 0 is left out.
 * Usage: node dist/benches/sandbox.js [--rounds 5] [--programs 2000] [--runaways 50] [--endure 10000] [--sandbox monty]
 */
import { parseArgs } from 'node:util'
import { quantile } from '../src/math/statistics.ts'
import type { SandboxName } from '../src/sandbox/job.ts'
import { machine } from './machine.ts'
import { endure } from './sandbox/endure.ts'
import { testsEach } from './sandbox/programs.ts'
import { chase, runawayPrograms } from './sandbox/runaways.ts'
import { throughput } from './sandbox/throughput.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    programs: { type: 'string', default: '2000' },
    runaways: { type: 'string', default: '50' },
    endure: { type: 'string', default: '10000' },
    sandbox: { type: 'string', default: 'monty' },
  },
})
const [rounds, programs, runaways, endured] = [values.rounds, values.programs, values.runaways, values.endure].map(
  Number,
) as [number, number, number, number]
const sandbox = values.sandbox as SandboxName
const threads = 2
const whole = (number: number): string => Math.round(number).toLocaleString('en')

console.log(`${machine()} ${threads} threads.`)

if (rounds > 0) {
  const { programsPerSecond, python } = await throughput({ sandbox, threads, rounds, programs })
  console.log(`\nMedians of ${rounds} rounds, in turn; ${testsEach} tests a program.\n`)
  console.log('| programs a second | |\n| --- | ---: |')
  console.log(`| ${sandbox} | ${whole(programsPerSecond)} |`)
  if (python === null) console.log('| python3 | not found |')
  else {
    console.log(`| a python3 process for each run | ${python.programsPerSecond.toFixed(1)} |`)
    console.log(`| ratio of a round | ${whole(python.ratio)} |`)
  }
}

if (runaways > 0) {
  console.log(`\n${runaways} programs without end in a row, ms from the limit of each until its result is there.\n`)
  console.log(
    "| sandbox | it … | median | p95 | most | the next program: median, most | neighbour's programs a second, by those alone |",
  )
  console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: |')
  for (const runaway of runawayPrograms) {
    const { lateMs, nextMs, neighbour } = await chase(runaway, runaways)
    const late = [0.5, 0.95, 1].map(share => quantile(lateMs, share).toFixed(0))
    const next = [0.5, 1].map(share => quantile(nextMs, share).toFixed(0)).join(', ')
    console.log(`| ${runaway.sandbox} | ${runaway.name} | ${late.join(' | ')} | ${next} | ${neighbour.toFixed(2)} |`)
  }
}

if (endured > 0) {
  const every = 20
  const { wrong, memoryMb, interpreters, left } = await endure({ sandbox, programs: endured, threads, every })
  const memory = memoryMb.map(each => Math.round(each)).join(', ')
  console.log(
    `\n${endured} programs in a row, one of ${every} hostile: ${wrong} with other results than they should have.`,
  )
  console.log(`MB resident, at ten points: ${memory}. Interpreters: ${interpreters} at most, ${left} after the end.`)
}
