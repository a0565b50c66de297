/** Does what the note's text says, by the ways in which a thread can end; answers any other note. */
import { mergeMap, take } from '../../../src/streams/rxjs.ts'
import { tick } from '../../../src/streams/tick.ts'
import type { ActorFactory } from '../../../src/contracts/actor.ts'
import type { Note } from './echo.ts'

interface FragileOptions {
  /** Suffered by the factory. */
  readonly start?: string
  /** Whether every incarnation but the first throws at once. */
  readonly mortal?: boolean
  /** After how many notes it ends by itself. */
  readonly notes?: number
}

const fragile: ActorFactory<FragileOptions | undefined, Note, Note> = async ({
  start = '',
  mortal = false,
  notes = Infinity,
} = {}) => {
  if (start !== '') await suffer(start)
  return (inbox, { name, incarnation, blocking, tally }) => {
    if (mortal && incarnation > 0) throw new Error('no second life')
    return inbox.pipe(
      take(notes),
      mergeMap(async ({ text, route: [to = 'nobody', ...route] }): Promise<Note> => {
        tally('letters', text.length)
        const [, maxMs, work] = /^lease (\d+) (.*)/.exec(text) ?? []
        await (maxMs === undefined ? suffer(text) : blocking(Number(maxMs), () => suffer(work ?? '')))
        return { kind: 'note', from: name, to: text === 'misaddress' ? 'nowhere' : to, text: `alive: ${text}`, route }
      }),
    )
  }
}

export default fragile

async function suffer(how: string): Promise<void> {
  switch (how) {
    case 'throw':
      throw new RangeError('slip must be in [0, 1), got 1.2')
    case 'exit':
      console.error('last words')
      return process.exit(7)
    case 'loop':
      console.log('before the loop')
      for (;;);
    case 'block for 2 s':
      return void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000)
    case 'fill': {
      console.log('before the flood')
      const kept: number[][] = []
      for (;;) kept.push(new Array<number>(100_000).fill(0.5))
    }
    case 'leak': {
      console.log('before the flood')
      const kept: number[][] = []
      for (;;) {
        kept.push(new Array<number>(100_000).fill(0.5))
        await tick()
      }
    }
    case 'loop that makes arrays': {
      /* Of a constant length: see keepLoopsInterruptible. */
      const kept: number[][] = []
      for (;;) kept[0] = new Array<number>(1_000).fill(0.5)
    }
    case 'hang forever':
      return new Promise(() => {})
  }
}
