/**
 * How many programs a second, with 8 tests each, go through the sandbox on two threads? How late are programs without end
 * stopped? Then 10,000 programs in a row, every twentieth of them hostile. A part of which there is to be 0 is left out.
 * Beside processes of python3: npm run bench:peers.
 * Usage: npm run bench:sandbox -- --help
 */
import { Option } from 'commander'
import { quantile } from '../src/math/statistics.ts'
import type { SandboxName } from '../src/contracts/worlds/job.ts'
import { benchmark, numeric } from './command-line.ts'
import { machine } from './machine.ts'
import { endure } from './sandbox/endure.ts'
import { testsEach } from './sandbox/programs.ts'
import { chase, runawayPrograms } from './sandbox/runaways.ts'
import { throughput } from './sandbox/throughput.ts'

const {
  rounds,
  programs,
  runaways,
  endure: endured,
  sandbox,
} = benchmark(
  'npm run bench:sandbox --',
  'How many programs a second go through the sandbox, how late are endless ones stopped, and what is left of 10,000?',
)
  .addOption(numeric('--rounds <n>', 'of programs a second; 0 leaves that out', { whole: true, usual: 5 }))
  .addOption(numeric('--programs <n>', 'of a round', { least: 1, whole: true, usual: 2000 }))
  .addOption(
    numeric('--runaways <n>', 'programs without end, of each kind; 0 leaves them out', { whole: true, usual: 50 }),
  )
  .addOption(
    numeric('--endure <n>', 'programs in a row, some hostile; 0 leaves them out', { whole: true, usual: 10_000 }),
  )
  .addOption(new Option('--sandbox <name>', 'what runs them').choices(['monty', 'pyodide']).default('monty'))
  .parse()
  .opts<{ rounds: number; programs: number; runaways: number; endure: number; sandbox: SandboxName }>()
const threads = 2
const whole = (number: number): string => Math.round(number).toLocaleString('en')

console.log(`${await machine()} ${threads} threads.`)

if (rounds > 0) {
  const programsPerSecond = await throughput({ sandbox, threads, rounds, programs })
  console.log(`\nMedian of ${rounds} rounds; ${testsEach} tests a program.\n`)
  console.log('| programs a second | |\n| --- | ---: |')
  console.log(`| ${sandbox} | ${whole(programsPerSecond)} |`)
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
  const { wrong, hostMb, interpreterMb, interpreters, left } = await endure({
    sandbox,
    programs: endured,
    threads,
    every,
  })
  const list = (numbers: readonly number[]): string => numbers.map(each => Math.round(each)).join(', ')
  console.log(
    `\n${endured} programs in a row, one of ${every} hostile: ${wrong} with other results than they should have.`,
  )
  console.log(`MB resident, at ten points: ${list(hostMb)}; the largest interpreter ${list(interpreterMb)}.`)
  console.log(`Interpreters: ${interpreters} at most, ${left} after the end.`)
}
