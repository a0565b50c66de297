/** The package that holds ONNX Runtime for a platform, an optional dependency of the packed package (docs/decisions/0024-packed-engine.md). */
export const enginePackage = (platform: string, architecture: string): string =>
  `@rlanything/onnxruntime-${platform}-${architecture}`
