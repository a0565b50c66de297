/**
 * Node's options for a process in which an interpreter runs: texts make no code, and what WebAssembly runs a hundred times
 * as long as by default is compiled a second time: otherwise its start is spent on code that few programs need.
 */
export const nodeOptions: readonly string[] = [
  '--disallow-code-generation-from-strings',
  '--wasm-tiering-budget=200000000',
]
