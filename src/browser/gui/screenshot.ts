import { z } from 'zod'
import type { Page } from '../page.ts'

const captured = z.object({ data: z.base64() })

/** What of the page is in its window, as PNG. Time in the page goes on standing still. */
export async function screenshot(page: Page): Promise<Uint8Array> {
  const { data } = await page.call('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true }, captured)
  return Buffer.from(data, 'base64')
}
