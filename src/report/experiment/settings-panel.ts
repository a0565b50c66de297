/** How the settings of the arms differ: the keys that are not the same in all of them. */
import { flatSettings } from '../../config/flat-settings.ts'
import type { Tree } from '../../config/tree.ts'
import { html, type Html } from '../../text/html.ts'
import { armName, type ArmLook } from './arm-look.ts'

export function settingsPanel(looks: readonly ArmLook[]): Html {
  const rows = differingSettings(
    looks.map(({ runs }) => runs.map(({ config, formulation }) => ({ ...config, formulation }))),
  )
  return html`<section>
    <h2>How the settings differ</h2>
    ${
      rows.length === 0
        ? html`<p class="note">They do not, but for the seed.</p>`
        : html`<div class="scroll">
              <table class="settings">
                <thead>
                  <tr>
                    <th>key</th>
                    ${looks.map(({ name }) => html`<th>${armName(looks, name)}</th>`)}
                  </tr>
                </thead>
                <tbody>
                  ${rows.map(row)}
                </tbody>
              </table>
            </div>
            <p class="note">All other settings are the same, but for the seed. In bold: other than in most arms.</p>`
    }
  </section>`
}

/** A key, and its value in each arm; several where the runs of an arm differ themselves. */
interface Setting {
  readonly key: string
  readonly values: readonly string[]
}

function row({ key, values }: Setting): Html {
  const usual = commonest(values)
  return html`<tr>
    <th><code>${key}</code></th>
    ${values.map(value => html`<td>${value === usual ? html`<code>${value}</code>` : html`<b><code>${value}</code></b>`}</td>`)}
  </tr>`
}

/** @param arms for each arm the configurations of its runs, with the formulation that was given beside them. */
export function differingSettings(arms: readonly (readonly Tree[])[]): readonly Setting[] {
  const flat = arms.map(configs => configs.map(({ seed: _, ...config }) => flatSettings(config)))
  const keys = [...new Set(flat.flat().flatMap(config => [...config.keys()]))]
  return keys
    .map(key => ({
      key,
      values: flat.map(configs => [...new Set(configs.map(config => config.get(key) ?? '–'))].join(', ')),
    }))
    .filter(({ values }) => new Set(values.filter(value => value !== '')).size > 1)
}

function commonest(values: readonly string[]): string | null {
  const count = (value: string): number => values.filter(other => other === value).length
  const most = [...new Set(values)].sort((a, b) => count(b) - count(a))[0]
  return most === undefined || count(most) === 1 ? null : most
}
