/** Hands a file to the person. */
import { element } from './element.ts'

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  saveFrom(url, name)
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** @param url of this server. */
export function saveFrom(url: string, name: string): void {
  const link = element('a', { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
}
