/** Choice of the x axis, and which arms are drawn: inputs that style sheets look at, so that no script is needed. */
import { html, type Html } from '../../../text/html.ts'
import { xAxes } from './along.ts'
import type { ArmLook } from './arm-look.ts'

export const controls = (looks: readonly ArmLook[]): Html =>
  html`<div class="controls">
    <fieldset class="along">
      <legend>x axis</legend>
      ${xAxes.map(
        ({ key, title }, index) =>
          html`<label
            ><input type="radio" name="along" id="along-${key}" ${index === 0 ? html`checked` : null} />${title}</label
          >`,
      )}
    </fieldset>
    <fieldset class="shown">
      <legend>Drawn</legend>
      ${looks.map(
        ({ name, group, colour }) =>
          html`<label class="c${colour}"><input type="checkbox" id="show-${group}" checked />${name}</label>`,
      )}
      <label class="quiet"><input type="checkbox" id="show-seeds" checked />each seed</label>
    </fieldset>
  </div>`

/** Rules by which the inputs choose. Where a browser does not know \`:has\`, all is drawn by iteration and there are no inputs. */
export const controlStyles = (looks: readonly ArmLook[]): string => {
  const others = xAxes.slice(1).map(({ key }) => `.by-${key}`)
  const axes = xAxes
    .slice(1)
    .flatMap(({ key }) => [
      `main:has(#along-${key}:checked) .by-iteration { display: none }`,
      `main:has(#along-${key}:checked) .by-${key} { display: block }`,
    ])
  const arms = looks.map(({ group }) => `main:has(#show-${group}:not(:checked)) .${group} { display: none }`)
  const seeds = 'main:has(#show-seeds:not(:checked)) .ghost { display: none }'
  return [
    `${others.join(', ')} { display: none }`,
    ...axes,
    ...arms,
    seeds,
    '@supports not selector(main:has(a)) { .controls { display: none } }',
  ].join('\n')
}
