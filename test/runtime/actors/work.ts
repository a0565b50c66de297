/** Work for a pool: the square of a number, or one of the ways not to give one. */
export default function work(task: number | 'throw' | 'exit' | 'loop' | 'fill'): number {
  switch (task) {
    case 'throw':
      throw new RangeError('no such number')
    case 'exit':
      return process.exit(3)
    case 'loop':
      for (;;);
    case 'fill': {
      const kept: number[][] = []
      for (;;) kept.push(new Array<number>(100_000).fill(0.5))
    }
    default:
      return task * task
  }
}
