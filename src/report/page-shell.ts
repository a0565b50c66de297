/** A page that stands alone: no script, no font, nothing that needs a network. */
import { Html, html } from '../text/html.ts'

export interface PageShell {
  /** Of the window. */
  readonly title: string
  /** Style sheets, as CSS of our own. */
  readonly styles: readonly string[]
  readonly body: Html
}

export const pageShell = ({ title, styles, body }: PageShell): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · rlanything</title>
        <style>
          ${new Html(styles.join('\n'))}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `.text
