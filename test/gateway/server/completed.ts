import type { JournalLine } from '../../../src/gateway/journal.ts'
import type { LoggedTurn } from '../../../src/gateway/training/stream/logged-turn.ts'
import { createTurnStream } from '../../../src/gateway/training/stream/turn-stream.ts'
import { binary } from '../../../src/methods/binary/method.ts'

/** Turns to learn from, as a gateway with this journal has them. */
export function completedIn(lines: readonly JournalLine[]): readonly LoggedTurn[] {
  const stream = createTurnStream(binary.begin({ turns: { waiting: 100_000 } }), 100_000)
  for (const line of lines) stream.read(line)
  return stream.withoutVerdicts(Infinity)
}
