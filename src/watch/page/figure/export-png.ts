/** Pixels for each unit of a figure: sharp on every screen. */
const fineness = 2

/**
 * A self-contained figure as a picture, where no SVG is taken.
 *
 * @throws {Error} if the browser cannot draw it.
 */
export async function pictureOf(svg: string): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = fineness * image.naturalWidth
  canvas.height = fineness * image.naturalHeight
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      blob => (blob === null ? reject(new Error('the figure cannot be drawn')) : resolve(blob)),
      'image/png',
    )
  })
}
