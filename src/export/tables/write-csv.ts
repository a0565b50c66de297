import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { episodeRowSchema } from '../../run/directory/records/episode-row.ts'
import type { RunRecord } from '../../run/directory/run-directory.ts'
import type { ChosenEpisodes } from '../contents/chosen-episodes.ts'
import { csvLine } from './csv-line.ts'
import { metricsTable } from './metrics-table.ts'

/**
 * `metrics.csv`, a row an iteration, and `episodes.csv`, a row a step; lists are JSON.
 *
 * @param raw whether texts stay as they are, also those that spreadsheets take for formulas.
 */
export async function writeCsv(
  run: RunRecord,
  { iterations, read }: ChosenEpisodes,
  folder: string,
  raw = false,
): Promise<void> {
  const { columns, rows } = await metricsTable(run)
  await written(join(folder, 'metrics.csv'), async write => {
    await write(csvLine(['iteration', ...columns]))
    for (const { iteration, values } of rows)
      await write(csvLine([iteration, ...columns.map(name => values.get(name) ?? null)]))
  })
  const fields = episodeRowSchema.keyof().options
  await written(join(folder, 'episodes.csv'), async write => {
    await write(csvLine(fields))
    for (const iteration of iterations) {
      const lines = (await read(iteration)).map(row =>
        csvLine(
          fields.map(name => cell(row[name])),
          raw,
        ),
      )
      await write(lines.join(''))
    }
  })
}

const cell = (value: unknown): string | number | boolean | null =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value)

/** A file that is written piece by piece. */
async function written(
  path: string,
  body: (write: (text: string) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await body(text => file.appendFile(text))
  } finally {
    await file.close()
  }
}
