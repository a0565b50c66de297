/** Work for a pool: the square of a number, or one of the ways not to give one. */
export default function work(task: number | 'throw' | 'exit' | 'loop'): number {
  switch (task) {
    case 'throw':
      throw new RangeError('no such number')
    case 'exit':
      return process.exit(3)
    case 'loop':
      for (;;);
    default:
      return task * task
  }
}
