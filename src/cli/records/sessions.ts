import { Option, type Command } from 'commander'
import { keyFrom } from '../options/key-from.ts'
import type { CliContext } from '../terminal/context.ts'

interface Flags {
  readonly directory: string
  readonly json?: boolean
}

interface ExportFlags extends Flags {
  readonly to: 'parquet' | 'atif'
  readonly out: string
}

/** `sessions list|show|delete|export`: what a gateway keeps on disk. */
export function sessionsCommand(parent: Command, { terminal }: CliContext): void {
  const sessions = parent
    .command('sessions')
    .description('list, show, delete and export the sessions of a gateway, also of one that is running')
  const add = (name: string, description: string): Command =>
    sessions
      .command(name)
      .description(description)
      .option('--directory <path>', 'where the gateway keeps them', 'gateway')
  const printed = (value: unknown, text: string, json = false): void =>
    terminal.print(json ? JSON.stringify(value, null, 2) : text)

  add('list', 'the sessions, one a line')
    .option('--json', 'as JSON, with all turns')
    .action(async ({ directory, json }: Flags) => {
      const all = await readSessions(directory)
      const { sessionsTable } = await import('../tables/sessions-table.ts')
      printed(all, sessionsTable(all), json)
    })
  add('show', 'a session turn by turn, with verdicts and their reasons')
    .argument('<session>', 'its id, or the name that the agent has for it')
    .option('--json', 'as JSON')
    .action(async (given: string, { directory, json }: Flags) => {
      const { namedSession } = await import('../../gateway/sessions/named-session.ts')
      const session = namedSession(await readSessions(directory), given)
      const { sessionText } = await import('../tables/session-text.ts')
      printed(session, sessionText(session), json)
    })
  add('delete', 'remove sessions from the disk, and from what will be trained on; weights stay as they are')
    .argument('<session...>', 'ids, or names that agents have for them')
    .action(async (given: readonly string[], { directory }: Flags) => {
      const { deleteSessions } = await import('../../gateway/sessions/delete-sessions.ts')
      await deleteSessions(directory, given, keyFrom('RLANYTHING_GATEWAY_KEY'))
    })
  add('export', 'write sessions for other programs')
    .argument('[session...]', 'ids, or names that agents have for them (default: all)')
    .addOption(
      new Option('--to <form>', 'tables of sessions and turns, or conversations as trajectories of ATIF')
        .choices(['parquet', 'atif'])
        .makeOptionMandatory(),
    )
    .requiredOption('--out <folder>', 'new or empty folder')
    .action(async (given: readonly string[], { directory, to, out }: ExportFlags) => {
      const { exportSessions } = await import('../../export/sessions/export-sessions.ts')
      await exportSessions({ directory, to, out, sessions: given })
    })
}

async function readSessions(directory: string) {
  const { keptLines } = await import('../../gateway/journal.ts')
  const { sessionsIn } = await import('../../gateway/sessions/sessions-in.ts')
  return sessionsIn(await keptLines(directory))
}
