/** Settings that were refused, with every problem on a separate line. */
export class ConfigError extends RangeError {
  override readonly name = 'ConfigError'
}
