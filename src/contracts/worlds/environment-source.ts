/** Where a world comes from, as plain data: any module whose default export makes one from options. */
export interface EnvironmentSource {
  /** URL of the module. */
  readonly module: string
  /** The world's own options. */
  readonly options: Readonly<Record<string, unknown>>
}
