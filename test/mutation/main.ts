/**
 * Changes the sources of the pure rooms, one place at a time, and counts how many of the changes fail a test of the room.
 * Exits with 1 if fewer than 90 % do, or if a change is named as equivalent and is not.
 * Usage: npm run mutation -- [ROOM ...] [--mutate FILE[:LINE-LINE] ...] [--static] [--concurrency 1]
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { wholeNumber } from '../../src/cli/options/whole-number.ts'
import { equivalents } from './equivalents.ts'
import { rooms, type Room } from './rooms.ts'
import { settingsOf } from './settings.ts'
import { reportSchema, tallyOf } from './tally.ts'

const minShare = 0.9

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mutate: { type: 'string', multiple: true, default: [] },
    static: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '1' },
  },
})
const concurrency = wholeNumber('--concurrency')(values.concurrency)
const names = positionals.length > 0 ? positionals : Object.keys(rooms)
for (const name of names) {
  const room = rooms[name]
  if (room === undefined) throw new RangeError(`a room is one of ${Object.keys(rooms).join(', ')}, got '${name}'`)
  if (!passes(name, room)) process.exitCode = 1
}

/** Tries one room and prints its score. */
function passes(name: string, room: Room): boolean {
  const folder = `runs/mutation/${name}`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const settings = `${folder}/settings.json`
  const run = { room, only: values.mutate, folder, withStatic: values.static, concurrency }
  writeFileSync(settings, JSON.stringify(settingsOf(run), null, 2))
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', settings],
    {
      stdio: 'inherit',
      env: { ...process.env, MUTATION_ROOM: name },
    },
  )
  if (status !== 0) return false
  const report = reportSchema.parse(JSON.parse(readFileSync(`${folder}/report.json`, 'utf8')))
  const { mutants, killed, equivalent, survivors, stale } = tallyOf(report, equivalents)
  const share = killed / mutants
  for (const each of survivors) console.log(`survived   ${each}`)
  for (const { file, line, change } of stale) console.log(`not equivalent, or gone   ${file}: ${line}: ${change}`)
  console.log(
    `${name}: ${killed} of ${mutants} killed (${(100 * share).toFixed(1)} %), ${equivalent} more are equivalent`,
  )
  return share >= minShare && stale.length === 0
}
