/** Counts the words of texts, in a thread that is replaced if it dies. */
import { actorSpec, createSystem, type InboxOf, type OutboxOf } from 'rlanything/runtime'
import type wordCount from './word-count.js'

export async function countWords(texts: readonly string[]): Promise<readonly number[]> {
  const words = actorSpec<typeof wordCount>({
    name: 'words',
    module: new URL('./word-count.js', import.meta.url),
    options: { shortest: 2 },
    supervision: { kind: 'restart', maxRestarts: 3, withinMs: 60_000 },
  })
  const system = await createSystem<OutboxOf<typeof wordCount>, InboxOf<typeof wordCount>>({ actors: [words] })
  try {
    const asked = texts.map((text, index) =>
      system.ask({ kind: 'text', to: 'words', from: 'trainer', id: `text ${index}`, text }, { deadlineMs: 5_000 }),
    )
    return (await Promise.all(asked)).map(counted => counted.words)
  } finally {
    await system.stop()
  }
}
