import type { Transcript, Turn } from './play.ts'

/** The first step at which two transcripts differ, and how, in a sentence each; empty where they are equal. Pure. */
export function differences({ commands, turns }: Transcript, theirs: readonly Turn[]): readonly string[] {
  if (turns.length !== theirs.length) return [`${turns.length} turns here and ${theirs.length} there`]
  for (const [step, ours] of turns.entries()) {
    const other = theirs[step]
    const found = other === undefined ? [] : ofTurn(ours, other)
    if (found.length > 0) return found.map(text => `after ${JSON.stringify(commands.slice(0, step))}: ${text}`)
  }
  return []
}

function ofTurn(ours: Turn, theirs: Turn): readonly string[] {
  const missing = theirs.admissible.filter(command => !ours.admissible.includes(command))
  const extra = ours.admissible.filter(command => !theirs.admissible.includes(command))
  const order = missing.length + extra.length === 0 && ours.admissible.join('\n') !== theirs.admissible.join('\n')
  return [
    ...(ours.text === theirs.text ? [] : [`${JSON.stringify(ours.text)} here, ${JSON.stringify(theirs.text)} there`]),
    ...missing.map(command => `${command} is admissible there alone`),
    ...extra.map(command => `${command} is admissible here alone`),
    ...(order ? ['the admissible commands come in another order'] : []),
    ...(ours.won === theirs.won ? [] : [`won is ${ours.won} here`]),
    ...(ours.done === theirs.done ? [] : [`done is ${ours.done} here`]),
  ]
}
