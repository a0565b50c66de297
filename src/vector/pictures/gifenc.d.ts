/** The parts of gifenc that are used; it brings no types. */
declare module 'gifenc' {
  type Palette = readonly (readonly number[])[]
  const gifenc: {
    readonly GIFEncoder: () => {
      readonly writeFrame: (
        index: Uint8Array,
        width: number,
        height: number,
        options: { readonly palette: Palette; readonly delay: number },
      ) => void
      readonly finish: () => void
      readonly bytes: () => Uint8Array
    }
    readonly quantize: (rgba: Uint8Array, maxColors: number) => Palette
    readonly applyPalette: (rgba: Uint8Array, palette: Palette) => Uint8Array
  }
  export default gifenc
}
