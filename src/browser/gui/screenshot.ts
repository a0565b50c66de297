import { z } from 'zod'
import type { Page } from '../page.ts'

const captured = z.object({ data: z.base64() })

/** The visible part of the page, as PNG. Does not advance the page's clock. */
export async function screenshot(page: Page): Promise<Uint8Array> {
  const { data } = await page.call('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true }, captured)
  return Buffer.from(data, 'base64')
}
