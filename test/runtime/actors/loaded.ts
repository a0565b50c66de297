/** Work that tells how its module was loaded: a module that is required has the requiring function on its stack. */
const stack = new Error().stack

export default function loaded(): string {
  return stack ?? ''
}
