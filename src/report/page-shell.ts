/** A self-contained page: no script, no font, nothing that needs a network. */
import { Html, html } from '../text/html.ts'

interface PageShell {
  /** Of the window. */
  readonly title: string
  /** Our style sheets, as CSS. */
  readonly styles: readonly string[]
  readonly body: Html
}

/** Content-Security-Policy: no scripts, no network; pictures come from the folder of the page. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:; base-uri 'none'; form-action 'none'"

export const pageShell = ({ title, styles, body }: PageShell): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title>${title} · rlanything</title>
        <style>
          ${new Html(styles.join('\n'))}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `.text
