/** A JSON Schema, as plain data. */
export interface JsonSchema {
  readonly [keyword: string]: JsonSchemaValue
}

export type JsonSchemaValue = string | number | boolean | null | JsonSchema | readonly JsonSchemaValue[]
