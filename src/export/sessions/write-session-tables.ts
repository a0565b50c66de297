import { join } from 'node:path'
import type { TurnLine } from '../../gateway/journal.ts'
import type { AgentSession } from '../../gateway/sessions/session.ts'

/** `sessions.parquet`, a row a session, and `turns.parquet`, a row a turn; lists are JSON, times are milliseconds since 1970. */
export async function writeSessionTables(
  sessions: readonly AgentSession[],
  lines: readonly TurnLine[],
  folder: string,
): Promise<void> {
  const { parquetWriteFile } = await import('hyparquet-writer')
  parquetWriteFile({
    filename: join(folder, 'sessions.parquet'),
    columnData: [
      { name: 'id', type: 'STRING', data: sessions.map(({ id }) => id) },
      { name: 'name', type: 'STRING', data: sessions.map(({ name }) => name) },
      { name: 'begunAt', type: 'DOUBLE', data: sessions.map(({ begunAt }) => begunAt) },
      { name: 'lastAt', type: 'DOUBLE', data: sessions.map(({ lastAt }) => lastAt) },
      { name: 'outcome', type: 'DOUBLE', data: sessions.map(({ outcome }) => outcome) },
    ],
  })
  const byId = new Map(sessions.flatMap(({ turns }) => turns.map(turn => [turn.id, turn] as const)))
  const rows = lines.flatMap(line => {
    const turn = byId.get(line.id)
    return turn === undefined ? [] : [{ line, turn }]
  })
  type Row = (typeof rows)[number]
  const of = <T>(pick: (row: Row) => T): T[] => rows.map(pick)
  parquetWriteFile({
    filename: join(folder, 'turns.parquet'),
    columnData: [
      { name: 'session', type: 'STRING', data: of(({ line }) => line.session) },
      { name: 'id', type: 'STRING', data: of(({ line }) => line.id) },
      { name: 'parent', type: 'STRING', data: of(({ line }) => line.parent) },
      { name: 'at', type: 'DOUBLE', data: of(({ line }) => line.at) },
      { name: 'dialect', type: 'STRING', data: of(({ line }) => line.dialect) },
      { name: 'asked', type: 'JSON', data: of(({ turn }) => turn.asked) },
      { name: 'choices', type: 'JSON', data: of(({ turn }) => turn.choices) },
      { name: 'after', type: 'STRING', data: of(({ line }) => line.after) },
      { name: 'promptTokens', type: 'JSON', data: of(({ line }) => line.promptTokens) },
      { name: 'sampled', type: 'JSON', data: of(({ line }) => line.sampled) },
      { name: 'delivery', type: 'STRING', data: of(({ turn }) => turn.delivery) },
      { name: 'mayTrain', type: 'BOOLEAN', data: of(({ turn }) => turn.train) },
      { name: 'trained', type: 'BOOLEAN', data: of(({ turn }) => turn.trained) },
      { name: 'verdicts', type: 'JSON', data: of(({ turn }) => turn.verdicts) },
    ],
  })
}
