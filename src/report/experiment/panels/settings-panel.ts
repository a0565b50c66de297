/** How the settings of the arms differ: the keys that are not the same in all of them. */
import { settingDifferences, type SettingDifference } from '../../../experiment/results/setting-differences.ts'
import { html, type Html } from '../../../text/html.ts'
import { armName, type ArmLook } from '../look/arm-look.ts'

export function settingsPanel(looks: readonly ArmLook[]): Html {
  const shown = looks.filter(({ runs }) => runs.length > 0)
  const rows = settingDifferences(shown.flatMap(({ runs: [first] }) => first ?? []))
  return html`<section>
    <h2>How the settings differ</h2>
    ${
      rows.length === 0
        ? html`<p class="note">Only in their seed.</p>`
        : html`<div class="scroll">
              <table class="settings">
                <thead>
                  <tr>
                    <th>key</th>
                    ${shown.map(({ name }) => html`<th>${armName(looks, name)}</th>`)}
                  </tr>
                </thead>
                <tbody>
                  ${rows.map(row)}
                </tbody>
              </table>
            </div>
            <p class="note">
              All other settings that change a result are equal, except for the seed. In bold: other than in most arms.
            </p>`
    }
  </section>`
}

function row({ path, values }: SettingDifference): Html {
  const texts = values.map(value => JSON.stringify(value))
  const usual = commonest(texts)
  return html`<tr>
    <th><code>${path}</code></th>
    ${texts.map(text => html`<td>${text === usual ? html`<code>${text}</code>` : html`<b><code>${text}</code></b>`}</td>`)}
  </tr>`
}

function commonest(values: readonly string[]): string | null {
  const count = (value: string): number => values.filter(other => other === value).length
  const most = [...new Set(values)].sort((a, b) => count(b) - count(a))[0]
  return most === undefined || count(most) === 1 ? null : most
}
