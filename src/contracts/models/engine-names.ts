/** Engines and their backends, by their names in a configuration. */

/** Execution providers of `onnx`: the processor; a GPU of any maker, inside its package; a GPU of NVIDIA. */
export const providers = ['cpu', 'webgpu', 'cuda'] as const
export type Provider = (typeof providers)[number]

/** Backends of `tfjs`: TensorFlow itself, with CUDA where it is installed; a GPU of any maker; WebAssembly; plain JavaScript. */
export const tfjsBackends = ['tensorflow', 'webgpu', 'wasm', 'cpu'] as const
export type TfjsBackend = (typeof tfjsBackends)[number]

/**
 * Divisor of a request's gradient on a service with the Tinker API: `sum`, nothing; `datum-mean`, each datum's by Σ of its
 * weights and all by the number of datums since the last update; `token-mean`, by Σ of the weights of the request.
 */
export const normalisations = ['sum', 'datum-mean', 'token-mean'] as const
export type Normalisation = (typeof normalisations)[number]
